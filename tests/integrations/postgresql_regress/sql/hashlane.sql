-- SPDX-License-Identifier: Apache-2.0 OR MIT
-- What psql shows for each function of the extension; ../expected/hashlane.out has the output.
\pset format unaligned
CREATE EXTENSION hashlane;
\dx hashlane
\df hashlane_*
SELECT hashlane_hex('sha256', 'abc');
SELECT hashlane_digest('sha3-256', '\x616263'::bytea);
SELECT hashlane_xof('shake128', 'abc', 8);
SELECT hashlane_mac('hmac-sha256', 'key', 'abc');
SELECT hashlane_row('sha256', 'ab', 'c');
SELECT hashlane_row('sha256');
SELECT hashlane_row_bytes('ab', 'c');
CREATE TABLE item (id integer, name text);
INSERT INTO item VALUES (1, 'pen'), (2, 'book'), (3, NULL);
SELECT hashlane_set_agg('sha256', hashlane_row('sha256', id, name)) FROM item;
SELECT hashlane_agg('sha256', name ORDER BY id) FROM item;
SELECT hashlane_merkle_root('sha256', name ORDER BY id) FROM item WHERE id < 3;
SELECT hashlane_hex('sha26', 'abc');
SELECT hashlane_row('sha256', interval '1 day');
SELECT hashlane_mac_named('hmac-sha256', 'a', 'abc');
DROP TABLE item;
DROP EXTENSION hashlane;

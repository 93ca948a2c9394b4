-- SPDX-License-Identifier: Apache-2.0 OR MIT
-- The functions of one value.

CREATE FUNCTION hashlane_digest(algorithm text, value bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_digest_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_digest(algorithm text, value text) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_digest_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_hex(algorithm text, value bytea) RETURNS text
    AS 'MODULE_PATHNAME', 'hashlane_pg_hex_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_hex(algorithm text, value text) RETURNS text
    AS 'MODULE_PATHNAME', 'hashlane_pg_hex_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_xof(algorithm text, value bytea, length bigint) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_xof_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_xof(algorithm text, value text, length bigint) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_xof_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_mac(algorithm text, key bytea, value bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_bytea_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_mac(algorithm text, key bytea, value text) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_bytea_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_mac(algorithm text, key text, value bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_text_bytea' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_mac(algorithm text, key text, value text) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_text_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_version() RETURNS text
    AS 'MODULE_PATHNAME', 'hashlane_pg_version' LANGUAGE C STABLE STRICT PARALLEL SAFE;

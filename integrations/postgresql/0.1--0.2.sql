-- SPDX-License-Identifier: Apache-2.0 OR MIT
-- Keys by name, rows, aggregates.

CREATE FUNCTION hashlane_mac_named(algorithm text, name text, value bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_named_bytea' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_mac_named(algorithm text, name text, value text) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_mac_named_text' LANGUAGE C STABLE STRICT PARALLEL SAFE;
-- A role that may call it can use every key of the file.
REVOKE EXECUTE ON FUNCTION hashlane_mac_named(text, text, bytea) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION hashlane_mac_named(text, text, text) FROM PUBLIC;

-- "any" needs a value, so that a row without one is a function of its own.
CREATE FUNCTION hashlane_row(algorithm text, VARIADIC "any") RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_row' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_row(algorithm text) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_row' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_row_bytes(VARIADIC "any") RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_row_bytes' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_row_bytes() RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_row_bytes' LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION hashlane_agg_step(internal, text, "any") RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_agg_step' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_agg_final(internal) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_agg_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_set_step(internal, text, "any") RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_set_step' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_set_combine(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_set_combine' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_set_serialize(internal) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_set_serialize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_set_deserialize(bytea, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_set_deserialize' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hashlane_set_final(internal) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_set_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_merkle_step(internal, text, bytea) RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_merkle_step_bytea' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_merkle_step(internal, text, text) RETURNS internal
    AS 'MODULE_PATHNAME', 'hashlane_pg_merkle_step_text' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hashlane_merkle_final(internal) RETURNS bytea
    AS 'MODULE_PATHNAME', 'hashlane_pg_merkle_final' LANGUAGE C IMMUTABLE PARALLEL SAFE;

-- SSPACE, the bytes that a group may need, limits how many groups the server holds at a time.
CREATE AGGREGATE hashlane_agg(algorithm text, value "any") (
    SFUNC = hashlane_agg_step, STYPE = internal, SSPACE = 4096, FINALFUNC = hashlane_agg_final, PARALLEL = SAFE);
CREATE AGGREGATE hashlane_set_agg(algorithm text, value "any") (
    SFUNC = hashlane_set_step, STYPE = internal, SSPACE = 20000, FINALFUNC = hashlane_set_final,
    COMBINEFUNC = hashlane_set_combine, SERIALFUNC = hashlane_set_serialize, DESERIALFUNC = hashlane_set_deserialize,
    PARALLEL = SAFE);
CREATE AGGREGATE hashlane_merkle_root(algorithm text, value bytea) (
    SFUNC = hashlane_merkle_step, STYPE = internal, SSPACE = 76000, FINALFUNC = hashlane_merkle_final, PARALLEL = SAFE);
CREATE AGGREGATE hashlane_merkle_root(algorithm text, value text) (
    SFUNC = hashlane_merkle_step, STYPE = internal, SSPACE = 76000, FINALFUNC = hashlane_merkle_final, PARALLEL = SAFE);

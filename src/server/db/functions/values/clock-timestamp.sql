-- As now.sql, for what is to change within a transaction.
CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(pg_catalog.current_setting('faro.now', true), '')::timestamptz, pg_catalog.clock_timestamp())
$$;

-- The clock of a transaction that replays the past: with public before pg_catalog in its search_path, now() is this
-- function, and the setting `faro.now` is the time. Everywhere else only defaults of columns use it, without the setting.
CREATE OR REPLACE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(pg_catalog.current_setting('faro.now', true), '')::timestamptz, pg_catalog.now())
$$;

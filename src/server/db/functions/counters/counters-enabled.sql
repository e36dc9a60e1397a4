-- A restore brings the counters along with the rows, so it turns their triggers off by a setting.
CREATE OR REPLACE FUNCTION counters_enabled() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('faro.restoring', true), '') <> 'on'
$$;

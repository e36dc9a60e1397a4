-- The hour by which reports keep what they counted.
CREATE OR REPLACE FUNCTION report_hour(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT date_trunc('hour', at, 'UTC')
$$;

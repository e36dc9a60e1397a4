-- A test send is counted apart from the actions, whatever became of it.
CREATE OR REPLACE FUNCTION counted_status(status text, simulation text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' THEN 'simulated' ELSE status END
$$;

-- A test send that the simulator accepted is never sent, delivered or read.
CREATE OR REPLACE FUNCTION send_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' AND status IN ('sent', 'delivered', 'read') THEN 'simulated' ELSE status END
$$;

-- The rank of a delivery status: a later receipt never moves a message back, and a delivery overrides a failure.
CREATE OR REPLACE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'simulated' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3
    WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;

-- How far a message has come; what a vendor says later never moves it back. A failure after delivery is not one.
CREATE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3 WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;

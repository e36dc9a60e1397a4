-- Whether a message or call with this status has left.
CREATE OR REPLACE FUNCTION has_left(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('sent', 'delivered', 'read')
$$;

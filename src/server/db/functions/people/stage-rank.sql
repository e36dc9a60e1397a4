-- The rank of a stage, so that the furthest one can be kept; an unknown stage ranks as the first.
CREATE OR REPLACE FUNCTION stage_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'qualified' THEN 1 WHEN 'contacted' THEN 2 WHEN 'converted' THEN 3 ELSE 0 END)::smallint
$$;

-- Sums up the deltas of each counter. Deltas that are appended meanwhile are not seen and stay for the next run.
-- They are found by their place in the table: one look-up for each, whatever plan is cached.
CREATE OR REPLACE FUNCTION compact_counters() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  compacted bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('faro counters', 0)) THEN RETURN 0; END IF;
  WITH removed AS (
    DELETE FROM counters WHERE ctid = ANY (ARRAY(
      SELECT place FROM (
        SELECT ctid AS place, count(*) OVER (PARTITION BY metric, hour, dimension) AS deltas FROM counters
      ) counted WHERE deltas > 1
    ))
    RETURNING counters.*
  ), summed AS (
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT hour, metric, dimension, sum(count), sum(amount) FROM removed GROUP BY 1, 2, 3
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  )
  SELECT count(*) INTO compacted FROM removed;
  RETURN compacted;
END
$$;

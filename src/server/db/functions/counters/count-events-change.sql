-- Adds the new rows and subtracts the old ones in one aggregation. A join of the two transition tables took quadratic
-- time, because its plan was cached for a handful of rows.
CREATE OR REPLACE FUNCTION count_events_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, sum(n)
    FROM (SELECT created_at, endpoint_id, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, endpoint_id, -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0
  UNION ALL
  SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, sum(n)
    FROM (SELECT created_at, endpoint_id, 1 AS n FROM new_rows WHERE pii_detected
          UNION ALL
          SELECT created_at, endpoint_id, -1 FROM old_rows WHERE pii_detected) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_counted_update AFTER UPDATE ON events
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_events_change();

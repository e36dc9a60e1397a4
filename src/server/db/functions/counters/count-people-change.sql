-- Adds the new rows and subtracts the old ones in one aggregation; see count_events_change.
CREATE OR REPLACE FUNCTION count_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT counted.hour, counted.metric, counted.dimension, sum(changes.n * counted.n)
    FROM (SELECT type, status, stage_reached, consents, created_at, converted_at, 1 AS n FROM new_rows
          UNION ALL
          SELECT type, status, stage_reached, consents, created_at, converted_at, -1 FROM old_rows) changes,
         LATERAL (
           SELECT timestamptz 'epoch' AS hour, 'people' AS metric, type || ':' || status AS dimension, 1 AS n
           UNION ALL
           SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, 1
           UNION ALL
           SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', 1 WHERE type = 'lead'
           UNION ALL
           SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', -1
            WHERE type = 'lead' AND converted_at IS NOT NULL
           UNION ALL
           SELECT timestamptz 'epoch', 'consents', key, 1 FROM jsonb_each(consents) WHERE value = 'true'
         ) counted
   GROUP BY 1, 2, 3 HAVING sum(changes.n * counted.n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_counted_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people_change();

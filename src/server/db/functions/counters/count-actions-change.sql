-- Adds the new rows and subtracts the old ones in one aggregation; see count_events_change.
CREATE OR REPLACE FUNCTION count_actions_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted, sum(n)
    FROM (SELECT created_at, type, counted_status(status, simulation) AS counted, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, type, counted_status(status, simulation), -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_counted_update AFTER UPDATE ON actions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_actions_change();

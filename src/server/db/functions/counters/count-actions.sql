-- Dashboards read hourly counters of actions by channel and status instead of scanning the table.
CREATE OR REPLACE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), count(*)
      FROM new_rows GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), -count(*)
      FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_counted_insert AFTER INSERT ON actions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();

CREATE OR REPLACE TRIGGER actions_counted_delete AFTER DELETE ON actions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();

-- Dashboards read hourly counters of events by endpoint instead of scanning the table.
CREATE OR REPLACE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, count(*)
      FROM new_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, count(*)
      FROM new_rows WHERE pii_detected GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, -count(*)
      FROM old_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, -count(*)
      FROM old_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_counted_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();

CREATE OR REPLACE TRIGGER events_counted_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();

-- The costs of a day or month are read from hourly counters of usage by service.
CREATE OR REPLACE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, count(*), sum(cost) FROM new_rows GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, -count(*), -sum(cost) FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER usage_counted_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();

CREATE OR REPLACE TRIGGER usage_counted_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();

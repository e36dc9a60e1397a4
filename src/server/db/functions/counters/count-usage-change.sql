-- A cost is often known only later: the counters follow, in the hour of the use.
CREATE OR REPLACE FUNCTION count_usage_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count, amount)
  SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, sum(uses), sum(cost)
    FROM (SELECT created_at, service, 1 AS uses, cost FROM new_rows
          UNION ALL
          SELECT created_at, service, -1, -cost FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(uses) <> 0 OR sum(cost) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER usage_counted_update AFTER UPDATE ON usage
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage_change();

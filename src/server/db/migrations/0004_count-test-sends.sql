-- A test send is counted apart from the actions, whatever became of it.
CREATE FUNCTION counted_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' THEN 'simulated' ELSE status END
$$;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
INSERT INTO counters (hour, metric, dimension, count)
SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted, sum(n)
  FROM (SELECT created_at, type, 'simulated' AS counted, 1 AS n FROM actions WHERE simulation = 'test' AND status <> 'simulated'
        UNION ALL
        SELECT created_at, type, status, -1 FROM actions WHERE simulation = 'test' AND status <> 'simulated') changes
 GROUP BY 1, 3;

-- Appends deltas. A restore brings the counters along with the rows, so it turns these triggers off by a setting.
CREATE FUNCTION counting() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('faro.restoring', true), '') <> 'on'
$$;
--> statement-breakpoint
CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counting() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.endpoint_id, n.pii_detected, n.created_at) IS DISTINCT FROM (o.endpoint_id, o.pii_detected, o.created_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, count(*) FROM new_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, count(*) FROM new_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, -count(*) FROM old_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, -count(*) FROM old_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_counted_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE TRIGGER events_counted_update AFTER UPDATE ON events REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE TRIGGER events_counted_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counting() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.type, n.status, n.created_at) IS DISTINCT FROM (o.type, o.status, o.created_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || status, count(*) FROM new_rows GROUP BY 1, 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || status, -count(*) FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER actions_counted_insert AFTER INSERT ON actions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE TRIGGER actions_counted_update AFTER UPDATE ON actions REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE TRIGGER actions_counted_delete AFTER DELETE ON actions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counting() THEN RETURN NULL; END IF;
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
--> statement-breakpoint
CREATE TRIGGER usage_counted_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();
--> statement-breakpoint
CREATE TRIGGER usage_counted_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();
--> statement-breakpoint
-- How far along a stage is; something unknown is where everybody begins.
CREATE FUNCTION stage_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'qualified' THEN 1 WHEN 'contacted' THEN 2 WHEN 'converted' THEN 3 ELSE 0 END)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION keep_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage_reached := greatest(NEW.stage_reached, stage_rank(NEW.status));
  IF NEW.status = 'converted' AND NEW.converted_at IS NULL THEN NEW.converted_at := now(); END IF;
  IF NEW.status <> 'converted' THEN NEW.converted_at := NULL; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER people_stage BEFORE INSERT OR UPDATE OF status ON people FOR EACH ROW EXECUTE FUNCTION keep_stage();
--> statement-breakpoint
-- A lead is active from its creation until its conversion. `people` and `reached` have no time of their own.
CREATE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counting() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.type, n.status, n.stage_reached, n.consents, n.created_at, n.converted_at) IS DISTINCT FROM (o.type, o.status, o.stage_reached, o.consents, o.created_at, o.converted_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', count(*) FROM new_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', -count(*) FROM new_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, count(*) FROM new_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', -count(*) FROM old_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', count(*) FROM old_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, -count(*) FROM old_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER people_counted_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER people_counted_update AFTER UPDATE ON people REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER people_counted_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
-- Adds up the deltas of each counter. Rows that others append meanwhile are not seen, and stay for the next time.
CREATE FUNCTION fold_counters() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('faro counters', 0)) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM counters c USING (
      SELECT metric, hour, dimension FROM counters GROUP BY 1, 2, 3 HAVING count(*) > 1
    ) many
    WHERE c.metric = many.metric AND c.hour = many.hour AND c.dimension = many.dimension
    RETURNING c.*
  ), kept AS (
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT hour, metric, dimension, sum(count), sum(amount) FROM gone GROUP BY 1, 2, 3
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  )
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END
$$;

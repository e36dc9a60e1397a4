-- The functions for updates add the new rows and subtract the old ones in one aggregation. A join of the two transition
-- tables took quadratic time, because its plan was cached for a handful of rows.
CREATE FUNCTION count_events_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
DROP TRIGGER events_counted_update ON events;
--> statement-breakpoint
CREATE TRIGGER events_counted_update AFTER UPDATE ON events REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events_change();
--> statement-breakpoint
CREATE FUNCTION count_actions_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || status, sum(n)
    FROM (SELECT created_at, type, status, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, type, status, -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER actions_counted_update ON actions;
--> statement-breakpoint
CREATE TRIGGER actions_counted_update AFTER UPDATE ON actions REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions_change();
--> statement-breakpoint
CREATE FUNCTION count_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
DROP TRIGGER people_counted_update ON people;
--> statement-breakpoint
CREATE TRIGGER people_counted_update AFTER UPDATE ON people REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people_change();
--> statement-breakpoint
-- Finds the deltas by their place in the table: one look-up for each, whatever plan is cached.
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
--> statement-breakpoint
-- Insert-only tables, except for an erasure, which sets faro.erasing for its transaction. It may empty the personal
-- fields of audit entries, and delete consents and receipts; the rows of suppressions always stay.
DROP TRIGGER audit_logs_insert_only ON audit_logs;
--> statement-breakpoint
CREATE TRIGGER audit_logs_insert_only BEFORE DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER audit_logs_no_update BEFORE UPDATE ON audit_logs
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();
--> statement-breakpoint
DROP TRIGGER consent_records_insert_only ON consent_records;
--> statement-breakpoint
CREATE TRIGGER consent_records_insert_only BEFORE UPDATE OR TRUNCATE ON consent_records
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER consent_records_no_delete BEFORE DELETE ON consent_records
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();
--> statement-breakpoint
DROP TRIGGER delivery_receipts_insert_only ON delivery_receipts;
--> statement-breakpoint
CREATE TRIGGER delivery_receipts_insert_only BEFORE UPDATE OR TRUNCATE ON delivery_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER delivery_receipts_no_delete BEFORE DELETE ON delivery_receipts
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();
--> statement-breakpoint
-- The reason of an opt-out may quote the person, so an erasure empties it.
DROP TRIGGER suppressions_insert_only ON suppressions;
--> statement-breakpoint
CREATE TRIGGER suppressions_insert_only BEFORE DELETE OR TRUNCATE ON suppressions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER suppressions_no_update BEFORE UPDATE ON suppressions
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

--> statement-breakpoint
-- A test send that the simulator accepted is never sent, delivered or read.
CREATE FUNCTION send_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' AND status IN ('sent', 'delivered', 'read') THEN 'simulated' ELSE status END
$$;
--> statement-breakpoint
-- The rank of a delivery status: a later receipt never moves a message back, and a delivery overrides a failure.
CREATE OR REPLACE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'simulated' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3
    WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;
--> statement-breakpoint
-- Earlier sends through a connector that was never saved can only have gone to its simulator.
UPDATE actions a SET
    simulation = sent.simulation,
    status = send_status(a.status, sent.simulation),
    price = CASE WHEN sent.simulation = 'demo' THEN a.price END
  FROM (SELECT id, CASE WHEN EXISTS (SELECT 1 FROM settings WHERE category = 'workspace' AND key = 'demo' AND value = 'true')
                        THEN 'demo' ELSE 'test' END AS simulation
          FROM actions
         WHERE messenger IS NOT NULL AND NOT EXISTS (SELECT 1 FROM connections c
               WHERE c.service = CASE WHEN messenger LIKE 'whatsapp-%' THEN 'whatsapp'
                                      WHEN messenger LIKE 'twilio-%' THEN 'twilio' ELSE messenger END)) sent
 WHERE a.id = sent.id;

--> statement-breakpoint
-- An API is always pulled; the mode was left at its default for many of them.
UPDATE endpoints SET ingestion_mode = 'pull' WHERE type = 'pull_api' AND ingestion_mode <> 'pull';--> statement-breakpoint
CREATE FUNCTION drop_event_body() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_bodies WHERE id = OLD.body_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A body holds the data of all its items, so it must not outlive one that is erased.
CREATE TRIGGER events_body_erased AFTER UPDATE OF raw_data ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL AND OLD.raw_data IS DISTINCT FROM NEW.raw_data) EXECUTE FUNCTION drop_event_body();--> statement-breakpoint
CREATE TRIGGER events_body_deleted AFTER DELETE ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL) EXECUTE FUNCTION drop_event_body();

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

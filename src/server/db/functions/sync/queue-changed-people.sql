-- Changed people are sent to synced vendors, except to the one that a sync has just read the change from (faro.syncing).
-- Rows are compared by EXCEPT, because a join of the two transition tables takes quadratic time with a plan that was
-- cached for a handful of rows.
CREATE OR REPLACE FUNCTION queue_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sync_connections WHERE phase IN ('load', 'live')) THEN RETURN NULL; END IF;
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, changed.id
    FROM sync_connections s CROSS JOIN (
           SELECT id, updated_at, consents, status FROM new_rows
           EXCEPT
           SELECT id, updated_at, consents, status FROM old_rows) changed
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_people();

-- Changed people are sent to synced vendors, except to the one that a sync has just read the change from (faro.syncing).
CREATE OR REPLACE FUNCTION queue_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, n.id FROM sync_connections s CROSS JOIN new_rows n JOIN old_rows o ON o.id = n.id
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true)
     AND (n.updated_at, n.consents, n.status) IS DISTINCT FROM (o.updated_at, o.consents, o.status);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_people();

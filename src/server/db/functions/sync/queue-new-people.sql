-- New people are sent to synced vendors, except to the one that a sync has just read them from (faro.syncing).
CREATE OR REPLACE FUNCTION queue_new_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, n.id FROM sync_connections s CROSS JOIN new_rows n
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_people();

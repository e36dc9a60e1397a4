-- The link stays without the person: the contact must not bring back who was deleted here.
CREATE OR REPLACE FUNCTION unlink_deleted_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, remote_id)
  SELECT l.service, l.remote_id FROM sync_links l JOIN old_rows o ON o.id = l.person_id WHERE l.gone_at IS NULL
     AND l.service IS DISTINCT FROM current_setting('faro.syncing', true);
  UPDATE sync_links l SET person_id = NULL, "values" = '{}', problems = '[]', updated_at = now()
    FROM old_rows o WHERE l.person_id = o.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION unlink_deleted_people();

-- Names the hours whose conversations are counted again.
CREATE OR REPLACE FUNCTION note_changed_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'episodes', report_hour(opened_at) FROM new_rows WHERE true;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'episodes', report_hour(opened_at) FROM old_rows WHERE true;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER episodes_reported_insert AFTER INSERT ON episodes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_episodes();

CREATE OR REPLACE TRIGGER episodes_reported_update AFTER UPDATE ON episodes
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_episodes();

CREATE OR REPLACE TRIGGER episodes_reported_delete AFTER DELETE ON episodes REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_episodes();

-- Names the hours whose calls are counted again.
CREATE OR REPLACE FUNCTION note_changed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'calls', report_hour(created_at) FROM new_rows WHERE true;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'calls', report_hour(created_at) FROM old_rows WHERE true;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER calls_reported_insert AFTER INSERT ON calls REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_calls();

CREATE OR REPLACE TRIGGER calls_reported_update AFTER UPDATE ON calls
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_calls();

CREATE OR REPLACE TRIGGER calls_reported_delete AFTER DELETE ON calls REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_calls();

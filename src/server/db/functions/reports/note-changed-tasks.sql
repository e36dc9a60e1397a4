-- Names the hours whose completed tasks are counted again.
CREATE OR REPLACE FUNCTION note_changed_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'tasks', report_hour(done_at) FROM new_rows WHERE done_at IS NOT NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'tasks', report_hour(done_at) FROM old_rows WHERE done_at IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER tasks_reported_insert AFTER INSERT ON tasks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tasks();

CREATE OR REPLACE TRIGGER tasks_reported_update AFTER UPDATE ON tasks
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tasks();

CREATE OR REPLACE TRIGGER tasks_reported_delete AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_tasks();

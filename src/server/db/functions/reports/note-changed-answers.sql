-- Names the hours whose answers are counted again.
CREATE OR REPLACE FUNCTION note_changed_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'answers', report_hour(answered_at) FROM new_rows WHERE true;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'answers', report_hour(answered_at) FROM old_rows WHERE true;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER thread_answers_reported_insert AFTER INSERT ON thread_answers REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_answers();

CREATE OR REPLACE TRIGGER thread_answers_reported_update AFTER UPDATE ON thread_answers
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_answers();

CREATE OR REPLACE TRIGGER thread_answers_reported_delete AFTER DELETE ON thread_answers REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_answers();

-- Names the people who wrote: whether somebody answered is counted with the messages before, and with new people.
CREATE OR REPLACE FUNCTION note_changed_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_changes (kind, at, person_id)
    SELECT 'wrote', new_rows.at, person_id FROM new_rows WHERE direction = 'in';
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_changes (kind, person_id)
    SELECT DISTINCT 'moved', person_id FROM old_rows WHERE direction = 'in';
  ELSE
    INSERT INTO report_changes (kind, at, person_id)
    SELECT CASE WHEN sum(n) < 0 THEN 'moved' ELSE 'wrote' END, changes.at, person_id
      FROM (SELECT id, person_id, new_rows.at, 1 AS n FROM new_rows WHERE direction = 'in'
            UNION ALL
            SELECT id, person_id, old_rows.at, -1 FROM old_rows WHERE direction = 'in') changes
     GROUP BY id, person_id, changes.at HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER messages_reported_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_messages();

CREATE OR REPLACE TRIGGER messages_reported_update AFTER UPDATE ON messages
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_messages();

CREATE OR REPLACE TRIGGER messages_reported_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_messages();

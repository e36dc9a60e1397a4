-- Names the messages that came, and the people of whom one was moved or deleted: whether a person answered is counted
-- with the messages before, and with new people. In lists, as single rows would be as many as the messages.
CREATE OR REPLACE FUNCTION note_changed_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_contact_changes (kind, ids)
    SELECT 'wrote', array_agg(id)
      FROM (SELECT id, row_number() OVER () AS n FROM new_rows WHERE direction = 'in') came GROUP BY (n - 1) / 100;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_contact_changes (kind, ids)
    SELECT 'moved', array_agg(person_id)
      FROM (SELECT person_id, row_number() OVER () AS n FROM old_rows WHERE direction = 'in' GROUP BY person_id) gone
     GROUP BY (n - 1) / 100;
  ELSE
    INSERT INTO report_contact_changes (kind, ids)
    SELECT kind, array_agg(id)
      FROM (SELECT CASE WHEN sum(n) < 0 THEN 'moved' ELSE 'wrote' END AS kind,
                   CASE WHEN sum(n) < 0 THEN person_id ELSE id END AS id, row_number() OVER () AS n
              FROM (SELECT id, person_id, at, 1 AS n FROM new_rows WHERE direction = 'in'
                    UNION ALL
                    SELECT id, person_id, at, -1 FROM old_rows WHERE direction = 'in') rows
             GROUP BY rows.id, person_id, at HAVING sum(n) <> 0) changes
     GROUP BY kind, (n - 1) / 100;
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

-- Names the hours whose messages are counted again, and the people for whom a message left, or no longer did.
CREATE OR REPLACE FUNCTION note_changed_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_changes (kind, at, person_id)
    SELECT DISTINCT 'messages', report_hour(created_at), NULL::uuid FROM new_rows
    UNION ALL
    SELECT CASE WHEN sent_by IS NULL THEN 'sent' ELSE 'sent_by_hand' END, executed_at, person_id
      FROM new_rows WHERE has_left(status);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_changes (kind, at, person_id)
    SELECT DISTINCT 'messages', report_hour(created_at), NULL::uuid FROM old_rows
    UNION ALL
    SELECT DISTINCT 'moved', NULL::timestamptz, person_id FROM old_rows WHERE has_left(status);
  ELSE
    INSERT INTO report_changes (kind, at, person_id)
    SELECT DISTINCT 'messages', report_hour(created_at), NULL::uuid
      FROM (SELECT created_at FROM new_rows UNION ALL SELECT created_at FROM old_rows) hours
    UNION ALL
    SELECT CASE WHEN sum(n) < 0 THEN 'moved' WHEN sent_by IS NULL THEN 'sent' ELSE 'sent_by_hand' END, executed_at, person_id
      FROM (SELECT id, person_id, executed_at, sent_by, 1 AS n FROM new_rows WHERE has_left(status)
            UNION ALL
            SELECT id, person_id, executed_at, sent_by, -1 FROM old_rows WHERE has_left(status)) changes
     GROUP BY id, person_id, executed_at, sent_by HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_reported_insert AFTER INSERT ON actions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_actions();

CREATE OR REPLACE TRIGGER actions_reported_update AFTER UPDATE ON actions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_actions();

CREATE OR REPLACE TRIGGER actions_reported_delete AFTER DELETE ON actions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_actions();

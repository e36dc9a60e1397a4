-- Names the hours whose messages are counted again, the messages that left, and the people for whom one no longer did.
-- A claim, a delay and a message that waits again change nothing that is counted: their rows are left out before they
-- are compared.
CREATE OR REPLACE FUNCTION note_changed_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_changes (kind, at)
    SELECT DISTINCT 'messages', report_hour(created_at) FROM new_rows WHERE simulation IS DISTINCT FROM 'test';
    INSERT INTO report_contact_changes (kind, ids)
    SELECT 'sent', array_agg(id)
      FROM (SELECT id, row_number() OVER () AS n FROM new_rows WHERE has_left(status)) sent GROUP BY (n - 1) / 100;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_changes (kind, at)
    SELECT DISTINCT 'messages', report_hour(created_at) FROM old_rows WHERE simulation IS DISTINCT FROM 'test';
    INSERT INTO report_contact_changes (kind, ids)
    SELECT 'moved', array_agg(person_id)
      FROM (SELECT person_id, row_number() OVER () AS n FROM old_rows WHERE has_left(status) GROUP BY person_id) gone
     GROUP BY (n - 1) / 100;
  ELSE
    WITH changed AS MATERIALIZED (
      SELECT id, person_id, created_at, executed_at, sent_by, status, sum(n) AS n
        FROM (SELECT id, person_id, type, counted_status(status, simulation) AS status, created_at, executed_at, price,
                     rule_id, sent_by, reasons, 1 AS n FROM new_rows
              UNION ALL
              SELECT id, person_id, type, counted_status(status, simulation), created_at, executed_at, price,
                     rule_id, sent_by, reasons, -1 FROM old_rows) rows
       WHERE status NOT IN ('pending', 'held', 'dispatching')
       GROUP BY id, person_id, type, status, created_at, executed_at, price, rule_id, sent_by,
                CASE WHEN status IN ('blocked', 'cancelled') THEN reasons -> 0 ->> 'code' END
      HAVING sum(n) <> 0),
    hours AS (
      INSERT INTO report_changes (kind, at) SELECT DISTINCT 'messages', report_hour(created_at) FROM changed)
    INSERT INTO report_contact_changes (kind, ids)
    SELECT kind, array_agg(contact)
      FROM (SELECT CASE WHEN sum(n) < 0 THEN 'moved' ELSE 'sent' END AS kind,
                   CASE WHEN sum(n) < 0 THEN person_id ELSE id END AS contact, row_number() OVER () AS place
              FROM changed WHERE has_left(status)
             GROUP BY id, person_id, executed_at, sent_by HAVING sum(n) <> 0) contacts
     GROUP BY kind, (place - 1) / 100;
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

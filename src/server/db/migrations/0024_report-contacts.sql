-- What was not counted yet is counted with everything else, as the version of what is counted has changed.
DELETE FROM report_changes;

CREATE TABLE "report_contact_changes" (
	"kind" text NOT NULL,
	"ids" uuid[] NOT NULL,
	CONSTRAINT "report_contact_changes_kind_check" CHECK ("report_contact_changes"."kind" IN ('sent', 'wrote', 'moved'))
);

ALTER TABLE "report_changes" DROP CONSTRAINT "report_changes_kind_check";
ALTER TABLE "report_changes" ALTER COLUMN "at" SET NOT NULL;
ALTER TABLE "report_changes" DROP COLUMN "person_id";
ALTER TABLE "report_changes" ADD CONSTRAINT "report_changes_kind_check" CHECK ("report_changes"."kind" IN ('leads', 'episodes', 'answers', 'messages', 'opt_outs', 'tasks', 'calls', 'usage'));

-- Names the hours whose new people are counted again: those of people of whom something changed that reports tell. Costs
-- are kept by the first source of their person.
CREATE OR REPLACE FUNCTION note_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'leads', report_hour(created_at) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'leads', report_hour(created_at) FROM old_rows;
  ELSE
    -- Added and subtracted, as a join of the two would take quadratic time with a plan made for few rows.
    WITH changed AS (
      SELECT id, created_at, source
        FROM (SELECT id, created_at, sources[1] AS source, stage_reached, converted_at, 1 AS n FROM new_rows
              UNION ALL
              SELECT id, created_at, sources[1], stage_reached, converted_at, -1 FROM old_rows) rows
       GROUP BY id, created_at, source, stage_reached, converted_at HAVING sum(n) <> 0),
    moved AS (SELECT id FROM changed GROUP BY id HAVING count(DISTINCT coalesce(source, '')) > 1)
    INSERT INTO report_changes (kind, at)
    SELECT DISTINCT 'leads', report_hour(created_at) FROM changed
    UNION
    SELECT DISTINCT 'usage', report_hour(u.created_at) FROM moved JOIN usage u ON u.person_id = moved.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_reported_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

CREATE OR REPLACE TRIGGER people_reported_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

CREATE OR REPLACE TRIGGER people_reported_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

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

-- Names the hours whose rows are counted again, for tables whose rows count by themselves. Arguments: the kind of the
-- rows, the instant that places them, the columns that count, and which rows count at all. The statements are made for
-- each call, as each table has columns of its own; a call without rows ends before.
CREATE OR REPLACE FUNCTION note_changed_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP WHEN 'INSERT' THEN 'new_rows' WHEN 'DELETE' THEN 'old_rows' END;
  has_rows boolean;
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    SELECT EXISTS (SELECT FROM old_rows) INTO has_rows;
  ELSE
    SELECT EXISTS (SELECT FROM new_rows) INTO has_rows;
  END IF;
  IF NOT has_rows THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    -- Added and subtracted, as a join of the two would take quadratic time with a plan made for few rows.
    changed := format(
      '(SELECT %1$s FROM (SELECT %1$s, 1 AS n FROM new_rows UNION ALL SELECT %1$s, -1 FROM old_rows) rows
         GROUP BY %1$s HAVING sum(n) <> 0)', concat_ws(', ', TG_ARGV[1], TG_ARGV[2]));
  END IF;
  EXECUTE format('INSERT INTO report_changes (kind, at) SELECT DISTINCT %L, report_hour(%I) FROM %s AS changed WHERE %s',
                 TG_ARGV[0], TG_ARGV[1], changed, TG_ARGV[3]);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER episodes_reported_insert AFTER INSERT ON episodes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'episodes', 'opened_at', 'opened_channel, first_answer_at, first_answer_by, closed_at, how', 'true');

CREATE OR REPLACE TRIGGER episodes_reported_update AFTER UPDATE ON episodes REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'episodes', 'opened_at', 'opened_channel, first_answer_at, first_answer_by, closed_at, how', 'true');

CREATE OR REPLACE TRIGGER episodes_reported_delete AFTER DELETE ON episodes REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'episodes', 'opened_at', 'opened_channel, first_answer_at, first_answer_by, closed_at, how', 'true');

CREATE OR REPLACE TRIGGER thread_answers_reported_insert AFTER INSERT ON thread_answers REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'answers', 'answered_at', 'user_id, channel, waiting_since', 'true');

CREATE OR REPLACE TRIGGER thread_answers_reported_update AFTER UPDATE ON thread_answers REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'answers', 'answered_at', 'user_id, channel, waiting_since', 'true');

CREATE OR REPLACE TRIGGER thread_answers_reported_delete AFTER DELETE ON thread_answers REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'answers', 'answered_at', 'user_id, channel, waiting_since', 'true');

CREATE OR REPLACE TRIGGER tasks_reported_insert AFTER INSERT ON tasks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'tasks', 'done_at', 'done_by', 'done_at IS NOT NULL');

CREATE OR REPLACE TRIGGER tasks_reported_update AFTER UPDATE ON tasks REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'tasks', 'done_at', 'done_by', 'done_at IS NOT NULL');

CREATE OR REPLACE TRIGGER tasks_reported_delete AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'tasks', 'done_at', 'done_by', 'done_at IS NOT NULL');

CREATE OR REPLACE TRIGGER calls_reported_insert AFTER INSERT ON calls REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'calls', 'created_at', 'owner, answered_at, ended_at', 'answered_at IS NOT NULL AND ended_at IS NOT NULL');

CREATE OR REPLACE TRIGGER calls_reported_update AFTER UPDATE ON calls REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'calls', 'created_at', 'owner, answered_at, ended_at', 'answered_at IS NOT NULL AND ended_at IS NOT NULL');

CREATE OR REPLACE TRIGGER calls_reported_delete AFTER DELETE ON calls REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'calls', 'created_at', 'owner, answered_at, ended_at', 'answered_at IS NOT NULL AND ended_at IS NOT NULL');

CREATE OR REPLACE TRIGGER usage_reported_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'usage', 'created_at', 'person_id, cost', 'cost <> 0');

CREATE OR REPLACE TRIGGER usage_reported_update AFTER UPDATE ON usage REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'usage', 'created_at', 'person_id, cost', 'cost <> 0');

CREATE OR REPLACE TRIGGER usage_reported_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_hours(
    'usage', 'created_at', 'person_id, cost', 'cost <> 0');

DROP FUNCTION note_changed_episodes();
DROP FUNCTION note_changed_answers();
DROP FUNCTION note_changed_tasks();
DROP FUNCTION note_changed_calls();
DROP FUNCTION note_changed_usage();

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

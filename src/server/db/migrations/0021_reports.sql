CREATE TABLE "report_changes" (
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone,
	"person_id" uuid,
	CONSTRAINT "report_changes_kind_check" CHECK ("report_changes"."kind" IN ('leads', 'episodes', 'answers', 'messages', 'opt_outs', 'tasks', 'calls', 'usage', 'sent', 'sent_by_hand', 'wrote', 'moved'))
);

CREATE TABLE "report_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"metric" text NOT NULL,
	"dimension" text NOT NULL,
	"band" smallint,
	"count" bigint NOT NULL,
	"amount" double precision NOT NULL
);

CREATE TABLE "report_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"metric" text NOT NULL,
	"dimension" text NOT NULL,
	"band" smallint,
	"count" bigint NOT NULL,
	"amount" double precision NOT NULL
);

CREATE TABLE "report_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer NOT NULL,
	"timezone" text NOT NULL,
	"counted_at" timestamp (3) with time zone,
	CONSTRAINT "report_state_one_row" CHECK (id = 1)
);

CREATE TABLE "thread_answers" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"user_id" uuid,
	"channel" text,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "thread_answers" ADD CONSTRAINT "thread_answers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "thread_answers" ADD CONSTRAINT "thread_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "report_days_kind_index" ON "report_days" USING btree ("kind","day");
CREATE INDEX "report_days_metric_index" ON "report_days" USING btree ("metric","day");
CREATE INDEX "report_hours_kind_index" ON "report_hours" USING btree ("kind","hour");
CREATE INDEX "report_hours_metric_index" ON "report_hours" USING btree ("metric","hour");
CREATE INDEX "thread_answers_time_index" ON "thread_answers" USING btree ("answered_at");
CREATE INDEX "thread_answers_person_index" ON "thread_answers" USING btree ("person_id");
CREATE INDEX "thread_answers_user_index" ON "thread_answers" USING btree ("user_id") WHERE user_id IS NOT NULL;
CREATE INDEX "tasks_done_index" ON "tasks" USING btree ("done_at") WHERE done_at IS NOT NULL;
CREATE INDEX "timeline_opted_out_index" ON "timeline" USING btree ("created_at") WHERE event_type = 'opted_out';

-- The hour by which reports keep what they counted.
CREATE OR REPLACE FUNCTION report_hour(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT date_trunc('hour', at, 'UTC')
$$;

-- Whether a message or call with this status has left.
CREATE OR REPLACE FUNCTION has_left(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('sent', 'delivered', 'read')
$$;

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
      SELECT id, created_at, sources[1] AS source
        FROM (SELECT id, created_at, sources, stage_reached, converted_at, 1 AS n FROM new_rows
              UNION ALL
              SELECT id, created_at, sources, stage_reached, converted_at, -1 FROM old_rows) rows
       GROUP BY id, created_at, sources[1], stage_reached, converted_at HAVING sum(n) <> 0),
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

-- Names the hours whose costs are counted again.
CREATE OR REPLACE FUNCTION note_changed_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'usage', report_hour(created_at) FROM new_rows WHERE true;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'usage', report_hour(created_at) FROM old_rows WHERE true;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER usage_reported_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_usage();

CREATE OR REPLACE TRIGGER usage_reported_update AFTER UPDATE ON usage
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_usage();

CREATE OR REPLACE TRIGGER usage_reported_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_usage();

-- Names the hours whose opt-outs and complaints are counted again. By row and with a condition, as hardly any entry of a
-- timeline is one.
CREATE OR REPLACE FUNCTION note_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO report_changes (kind, at)
  VALUES ('opt_outs', report_hour(CASE WHEN TG_OP = 'DELETE' THEN OLD.created_at ELSE NEW.created_at END));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER timeline_reported_insert AFTER INSERT ON timeline FOR EACH ROW
  WHEN (NEW.event_type = 'opted_out') EXECUTE FUNCTION note_opt_out();

CREATE OR REPLACE TRIGGER timeline_reported_delete AFTER DELETE ON timeline FOR EACH ROW
  WHEN (OLD.event_type = 'opted_out') EXECUTE FUNCTION note_opt_out();

CREATE TABLE "sequence_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid,
	"person_id" uuid NOT NULL,
	"entry" text NOT NULL,
	"state" text NOT NULL,
	"step_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"good_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"resumed_at" timestamp (3) with time zone,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"why" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sequence_runs_state_check" CHECK ("sequence_runs"."state" IN ('waiting', 'acting', 'ended')),
	CONSTRAINT "sequence_runs_entry_check" CHECK ("sequence_runs"."entry" IN ('trigger', 'hand'))
);

CREATE TABLE "sequence_steps" (
	"run_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"rule_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"version" integer NOT NULL,
	"result" text NOT NULL,
	"answer" text,
	"variant" integer,
	"why" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sequence_steps_run_id_step_id_pk" PRIMARY KEY("run_id","step_id"),
	CONSTRAINT "sequence_steps_result_check" CHECK ("sequence_steps"."result" IN ('done', 'left_out'))
);

ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";
ALTER TABLE "actions" ADD COLUMN "step_id" text;
ALTER TABLE "sequence_runs" ADD CONSTRAINT "sequence_runs_id_rule_runs_id_fk" FOREIGN KEY ("id") REFERENCES "public"."rule_runs"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sequence_runs" ADD CONSTRAINT "sequence_runs_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "sequence_runs" ADD CONSTRAINT "sequence_runs_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sequence_steps" ADD CONSTRAINT "sequence_steps_run_id_sequence_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sequence_runs"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "sequence_runs_due_index" ON "sequence_runs" USING btree ("rule_id","due_at") WHERE state <> 'ended' AND due_at IS NOT NULL;
CREATE UNIQUE INDEX "sequence_runs_active_index" ON "sequence_runs" USING btree ("rule_id","person_id") WHERE state <> 'ended';
CREATE INDEX "sequence_runs_person_index" ON "sequence_runs" USING btree ("person_id","started_at" DESC NULLS LAST);
CREATE INDEX "sequence_runs_rule_index" ON "sequence_runs" USING btree ("rule_id","id" DESC NULLS LAST);
CREATE INDEX "sequence_runs_step_index" ON "sequence_runs" USING btree ("rule_id","state","step_id");
CREATE INDEX "sequence_steps_rule_index" ON "sequence_steps" USING btree ("rule_id","step_id","result");
CREATE UNIQUE INDEX "actions_step_index" ON "actions" USING btree ("rule_run_id","step_id") WHERE step_id IS NOT NULL;
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'sequence_ended', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'appointment_requested', 'callback_requested', 'data_requested', 'request_cancelled', 'address_proposed', 'note_added', 'opted_out', 'opted_in', 'review_opened', 'thread_opened', 'thread_closed', 'thread_snoozed', 'thread_woken', 'thread_assigned', 'thread_taken', 'task_added', 'task_done', 'external_task_added', 'external_task_done', 'person_imported', 'people_merged', 'merge_undone', 'change_undone'));

-- The outcome of a step's message lets its run go on.
CREATE OR REPLACE FUNCTION wake_sequence_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sequence_runs SET due_at = now()
   WHERE id = NEW.rule_run_id AND state = 'acting' AND step_id = NEW.step_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_wake_sequence_run AFTER UPDATE OF status ON actions FOR EACH ROW
  WHEN (NEW.step_id IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status
        AND NEW.status NOT IN ('pending', 'held', 'dispatching'))
  EXECUTE FUNCTION wake_sequence_run();

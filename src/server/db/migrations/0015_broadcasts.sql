CREATE TABLE "broadcast_people" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"check_number" integer NOT NULL,
	"place" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"ruling" text NOT NULL,
	"until" timestamp (3) with time zone,
	"reasons" jsonb NOT NULL,
	"channel" text,
	"address" text,
	CONSTRAINT "broadcast_people_ruling_check" CHECK ("broadcast_people"."ruling" IN ('send', 'wait', 'stop'))
);

CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"definition" jsonb NOT NULL,
	"check_number" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"counted" jsonb,
	"checked_to" uuid,
	"why" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"begun_to" integer DEFAULT 0 NOT NULL,
	"begun" integer DEFAULT 0 NOT NULL,
	"looked_from" timestamp (3) with time zone,
	"paced_until" timestamp with time zone,
	"actual" jsonb,
	"figures_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"accepted" jsonb,
	"created_by" uuid,
	"started_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broadcasts_state_check" CHECK ("broadcasts"."state" IN ('draft', 'checking', 'checked', 'scheduled', 'sending', 'paused', 'done', 'cancelled'))
);

ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "sequence_runs" DROP CONSTRAINT "sequence_runs_entry_check";
ALTER TABLE "rules" ADD COLUMN "resumed_at" timestamp (3) with time zone;
ALTER TABLE "rules" ADD COLUMN "is_broadcast" boolean DEFAULT false NOT NULL;
ALTER TABLE "broadcast_people" ADD CONSTRAINT "broadcast_people_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "broadcast_people" ADD CONSTRAINT "broadcast_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_id_rules_id_fk" FOREIGN KEY ("id") REFERENCES "public"."rules"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "broadcast_people_place_index" ON "broadcast_people" USING btree ("broadcast_id","check_number","place");
CREATE INDEX "broadcast_people_person_index" ON "broadcast_people" USING btree ("person_id");
CREATE INDEX "broadcast_people_address_index" ON "broadcast_people" USING btree ("broadcast_id","check_number","address") WHERE address IS NOT NULL;
CREATE INDEX "broadcasts_due_index" ON "broadcasts" USING btree ("due_at") WHERE due_at IS NOT NULL;
CREATE INDEX "broadcasts_created_index" ON "broadcasts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "actions_open_rule_index" ON "actions" USING btree ("rule_id") WHERE rule_id IS NOT NULL AND status IN ('pending', 'held', 'dispatching');
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'broadcast', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'invitation', 'form', 'job', 'knowledge', 'person', 'person_field', 'review', 'role', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'sync', 'task', 'team', 'template', 'thread', 'token', 'user', 'view', 'webhook', 'workspace'));
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'safety_alert', 'rule_loop', 'broadcast_paused', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'thread_team_assigned', 'opt_in_limit', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused', 'integration_failing'));
ALTER TABLE "sequence_runs" ADD CONSTRAINT "sequence_runs_entry_check" CHECK ("sequence_runs"."entry" IN ('trigger', 'hand', 'broadcast'));

CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"token_id" uuid,
	"token_name" text NOT NULL,
	"user_id" uuid,
	"client" text,
	"person_id" uuid,
	"content" jsonb NOT NULL,
	"reason" text NOT NULL,
	"cost" numeric,
	"gate" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"failure" text,
	"decided_gate" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_kind_check" CHECK ("approvals"."kind" IN ('send', 'call', 'draft', 'knowledge')),
	CONSTRAINT "approvals_state_check" CHECK ("approvals"."state" IN ('pending', 'approved', 'refused', 'expired', 'executed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_event_type_check";--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "is_for_assistant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_pending_index" ON "approvals" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_decided_index" ON "approvals" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state <> 'pending';--> statement-breakpoint
CREATE INDEX "approvals_token_index" ON "approvals" USING btree ("token_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approvals_person_index" ON "approvals" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_event_type_check" CHECK ("audit_logs"."event_type" IN ('data_change', 'settings_update', 'failed_action', 'sign_in', 'tool_call'));--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'knowledge', 'person', 'person_field', 'review', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'task', 'template', 'thread', 'token', 'user', 'view', 'workspace'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many'));--> statement-breakpoint
-- Handwritten: an approval is decided once, and what was asked for never changes.
CREATE FUNCTION approvals_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An approval is decided once, and its content never changes';
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content OR (OLD.state <> 'pending' AND NEW.state IS DISTINCT FROM OLD.state))
  EXECUTE FUNCTION approvals_decided_once();

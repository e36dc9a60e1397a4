CREATE TABLE "report_limits" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"figure" text NOT NULL,
	"side" text NOT NULL,
	"value" double precision NOT NULL,
	"days" smallint NOT NULL,
	"fewest" integer NOT NULL,
	"created_by" uuid,
	"crossed_at" timestamp (3) with time zone,
	"seen" double precision,
	"seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_limits_side_check" CHECK ("report_limits"."side" IN ('above', 'below')),
	CONSTRAINT "report_limits_days_check" CHECK (days BETWEEN 1 AND 90),
	CONSTRAINT "report_limits_fewest_check" CHECK (fewest >= 1)
);

CREATE TABLE "report_mail_readers" (
	"mail_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "report_mail_readers_mail_id_user_id_pk" PRIMARY KEY("mail_id","user_id")
);

CREATE TABLE "report_mail_sends" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"mail_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_mail_sends_state_check" CHECK ("report_mail_sends"."state" IN ('sending', 'sent', 'simulated', 'failed', 'no_account', 'no_rights', 'too_large', 'unknown'))
);

CREATE TABLE "report_mails" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"figures" text[] NOT NULL,
	"rhythm" text NOT NULL,
	"hour" smallint NOT NULL,
	"language" text NOT NULL,
	"audience" jsonb,
	"enabled" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_mails_rhythm_check" CHECK ("report_mails"."rhythm" IN ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_mails_language_check" CHECK ("report_mails"."language" IN ('en', 'es')),
	CONSTRAINT "report_mails_hour_check" CHECK (hour BETWEEN 0 AND 23)
);

ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "report_limits" ADD CONSTRAINT "report_limits_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "report_mail_readers" ADD CONSTRAINT "report_mail_readers_mail_id_report_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."report_mails"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_mail_readers" ADD CONSTRAINT "report_mail_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_mail_sends" ADD CONSTRAINT "report_mail_sends_mail_id_report_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."report_mails"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_mail_sends" ADD CONSTRAINT "report_mail_sends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_mails" ADD CONSTRAINT "report_mails_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "report_limits_creator_index" ON "report_limits" USING btree ("created_by") WHERE created_by IS NOT NULL;
CREATE INDEX "report_mail_readers_user_index" ON "report_mail_readers" USING btree ("user_id");
CREATE UNIQUE INDEX "report_mail_sends_period_index" ON "report_mail_sends" USING btree ("mail_id","user_id","from_day","to_day") WHERE NOT is_test;
CREATE INDEX "report_mail_sends_mail_index" ON "report_mail_sends" USING btree ("mail_id","at" DESC NULLS LAST);
CREATE INDEX "report_mail_sends_user_index" ON "report_mail_sends" USING btree ("user_id");
CREATE INDEX "report_mails_creator_index" ON "report_mails" USING btree ("created_by") WHERE created_by IS NOT NULL;
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'broadcast', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'invitation', 'form', 'job', 'knowledge', 'person', 'person_field', 'review', 'role', 'report', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'sync', 'task', 'team', 'template', 'thread', 'token', 'user', 'view', 'webhook', 'workspace'));
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'safety_alert', 'rule_loop', 'broadcast_paused', 'rule_notice', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'thread_team_assigned', 'opt_in_limit', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused', 'integration_failing', 'report_limit'));

CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] DEFAULT '{}'::text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"revoked_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"token_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_token_id_key_pk" PRIMARY KEY("token_id","key")
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash_index" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_tokens_user_index" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'knowledge', 'person', 'person_field', 'review', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'task', 'template', 'thread', 'token', 'user', 'view', 'workspace'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended'));
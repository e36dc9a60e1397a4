CREATE TABLE "recording_deletions" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"messenger" text NOT NULL,
	"simulated" boolean NOT NULL,
	"account" text,
	"provider_call_id" text,
	"recording_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recording_deletions_status_check" CHECK ("recording_deletions"."status" IN ('pending', 'done', 'failed')),
	CONSTRAINT "recording_deletions_failure_check" CHECK ("recording_deletions"."failure" IN ('not_connected', 'account_changed', 'credentials_refused', 'vendor_busy', 'vendor_refused', 'unreachable'))
);
--> statement-breakpoint
CREATE TABLE "message_readings" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"local" jsonb NOT NULL,
	"refined" jsonb,
	"refined_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_readings_channel_check" CHECK ("message_readings"."channel" IN ('sms', 'whatsapp', 'email', 'web_form', 'call'))
);
--> statement-breakpoint
CREATE TABLE "ai_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"model" text NOT NULL,
	"prompt_version" text NOT NULL,
	"outcome" text NOT NULL,
	"simulation" text,
	"input_tokens" integer NOT NULL,
	"cached_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"prices" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message')),
	CONSTRAINT "ai_calls_outcome_check" CHECK ("ai_calls"."outcome" IN ('answered', 'refused', 'truncated', 'invalid_output', 'rate_limited', 'quota_spent', 'wrong_key', 'model_retired', 'rejected', 'unavailable', 'timed_out', 'cut_off')),
	CONSTRAINT "ai_calls_simulation_check" CHECK ("ai_calls"."simulation" IN ('demo', 'test'))
);
--> statement-breakpoint
ALTER TABLE "bulk_changes" DROP CONSTRAINT "bulk_changes_state_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "timeout_seconds" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "max_concurrent" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "monthly_budget" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "accepts_personal_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_id_usage_id_fk" FOREIGN KEY ("id") REFERENCES "public"."usage"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_deletions_status_index" ON "recording_deletions" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "recording_deletions_provider_index" ON "recording_deletions" USING btree ("messenger","provider_call_id");--> statement-breakpoint
CREATE INDEX "message_readings_person_index" ON "message_readings" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ai_calls_purpose_index" ON "ai_calls" USING btree ("purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "consent_records_created_index" ON "consent_records" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "suppressions_created_index" ON "suppressions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_state_check" CHECK ("bulk_changes"."state" IN ('running', 'done', 'undoing', 'undone', 'failed'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept'));
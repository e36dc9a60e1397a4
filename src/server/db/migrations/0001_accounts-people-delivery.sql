CREATE TABLE "bulk_change_rows" (
	"bulk_change_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text NOT NULL,
	"tags" text[] NOT NULL,
	"stage_reached" smallint NOT NULL,
	"converted_at" timestamp (3) with time zone,
	"version" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_change_rows_bulk_change_id_person_id_pk" PRIMARY KEY("bulk_change_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid,
	"selection" jsonb NOT NULL,
	"change" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"matched" integer,
	"processed" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"after_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_changes_state_check" CHECK ("bulk_changes"."state" IN ('running', 'done', 'undoing', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "deletions_kind_check" CHECK ("deletions"."kind" IN ('rule', 'endpoint', 'person')),
	CONSTRAINT "deletions_status_check" CHECK ("deletions"."status" IN ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"address_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"copied_at" timestamp (3) with time zone,
	"swept_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"days" integer NOT NULL,
	"cutoff" timestamp (3) with time zone NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_rows_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "demo_rows_kind_check" CHECK ("demo_rows"."kind" IN ('people', 'endpoints', 'rules', 'scripts', 'notifications'))
);
--> statement-breakpoint
CREATE TABLE "go_live_records" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"detail" jsonb,
	CONSTRAINT "go_live_records_name_check" CHECK ("go_live_records"."name" IN ('tested:twilio', 'tested:whatsapp', 'tested:smtp', 'callback:twilio-sms', 'callback:twilio-whatsapp', 'callback:twilio-call', 'callback:whatsapp-meta', 'callback:whatsapp-360dialog', 'callback:whatsapp-wati', 'dns', 'tick:a2p', 'tick:templates', 'message:sms', 'message:whatsapp', 'message:voice', 'message:email'))
);
--> statement-breakpoint
CREATE TABLE "event_bodies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"raw_data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replay_keys" (
	"endpoint_id" uuid NOT NULL,
	"key" text NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_keys_endpoint_id_key_pk" PRIMARY KEY("endpoint_id","key")
);
--> statement-breakpoint
CREATE TABLE "possible_duplicates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"caused_by" uuid,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "possible_duplicates_reason_check" CHECK ("possible_duplicates"."reason" IN ('same_phone')),
	CONSTRAINT "possible_duplicates_decision_check" CHECK ("possible_duplicates"."decision" IN ('same', 'different'))
);
--> statement-breakpoint
CREATE TABLE "known_sign_in_addresses" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_sign_in_addresses_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"second_factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "actions" DROP CONSTRAINT "actions_status_check";--> statement-breakpoint
ALTER TABLE "delivery_receipts" DROP CONSTRAINT "delivery_receipts_status_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "long_password" boolean;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "subject" text DEFAULT 'opt_out' NOT NULL;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "simulation" text;--> statement-breakpoint
ALTER TABLE "message_templates" ADD COLUMN "category" text DEFAULT 'marketing' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "body_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_bulk_change_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "go_live_records" ADD CONSTRAINT "go_live_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_bodies" ADD CONSTRAINT "event_bodies_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_keys" ADD CONSTRAINT "replay_keys_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_sign_in_addresses" ADD CONSTRAINT "known_sign_in_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_second_factor_id_second_factors_id_fk" FOREIGN KEY ("second_factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_change_rows_person_index" ON "bulk_change_rows" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "bulk_changes_created_index" ON "bulk_changes" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deletions_target_index" ON "deletions" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "erasures_person_index" ON "erasures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "retention_runs_created_index" ON "retention_runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "replay_keys_created_index" ON "replay_keys" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "possible_duplicates_pair_index" ON "possible_duplicates" USING btree ("person_id","other_id");--> statement-breakpoint
CREATE INDEX "possible_duplicates_other_index" ON "possible_duplicates" USING btree ("other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_hash_index" ON "recovery_codes" USING btree ("second_factor_id","code_hash");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_body_id_event_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."event_bodies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_files_content_index" ON "event_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "events_body_index" ON "events" USING btree ("body_id") WHERE body_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_profiles_score_index" ON "ai_profiles" USING btree ("intent_score","person_id");--> statement-breakpoint
CREATE INDEX "people_name_index" ON "people" USING btree ((left(ltrim("search"), 100)) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX "people_stage_index" ON "people" USING btree (array_position(ARRAY['new'::text, 'qualified'::text, 'contacted'::text, 'converted'::text], "status"),"id");--> statement-breakpoint
CREATE INDEX "timeline_held_index" ON "timeline" USING btree ("created_at") WHERE event_type = 'message_held';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_subject_check" CHECK ("reviews"."subject" IN ('opt_out', 'opt_in', 'complaint'));--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_mode_check" CHECK ("connections"."mode" IN ('sandbox', 'live'));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_simulation_check" CHECK ("actions"."simulation" IN ('demo', 'test'));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_test_send_check" CHECK (simulation IS DISTINCT FROM 'test' OR (status NOT IN ('sent', 'delivered', 'read') AND price IS NULL));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_status_check" CHECK ("actions"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'));--> statement-breakpoint
ALTER TABLE "delivery_receipts" ADD CONSTRAINT "delivery_receipts_status_check" CHECK ("delivery_receipts"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'));--> statement-breakpoint
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_category_check" CHECK ("message_templates"."category" IN ('marketing', 'utility'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused'));--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_language_check" CHECK ("people"."language" IN ('en', 'es'));--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'opted_out', 'opted_in', 'review_opened'));
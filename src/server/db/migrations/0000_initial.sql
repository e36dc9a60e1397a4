-- PostgreSQL has uuidv7() only from 18 on; this works on 15 and later. A random UUID (version 4) gets the time in
-- milliseconds as its first 48 bits, and two more bits turn the version 4 into a 7.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6
      ), 52, 1), 53, 1),
    'hex')::uuid
$$;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Removes case and accents, so that a search for "colon" finds Colón. Immutable, so that a generated column may use it.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(lower(value), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc')
$$;
--> statement-breakpoint
CREATE TABLE "cached_responses" (
	"source" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"category" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"bucket" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"role" text DEFAULT 'viewer' NOT NULL,
	"language" text,
	"active" boolean DEFAULT true NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" IN ('viewer', 'operator', 'admin')),
	CONSTRAINT "users_language_check" CHECK ("users"."language" IN ('en', 'es'))
);
--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"user_id" uuid,
	"event_type" text NOT NULL,
	"entity_type" text,
	"entity_id" text,
	"description" text NOT NULL,
	"metadata" jsonb,
	"status" text DEFAULT 'success' NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"salt" "bytea" NOT NULL,
	"commitment" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_logs_seq_unique" UNIQUE("seq"),
	CONSTRAINT "audit_logs_event_type_check" CHECK ("audit_logs"."event_type" IN ('data_change', 'settings_update', 'failed_action', 'sign_in')),
	CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'audit_log', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'person', 'review', 'rule', 'script', 'settings', 'suppression', 'template', 'user', 'workspace')),
	CONSTRAINT "audit_logs_status_check" CHECK ("audit_logs"."status" IN ('success', 'failure'))
);
--> statement-breakpoint
CREATE TABLE "reaction_queue" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"reactions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"rule_id" uuid,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"fired" boolean NOT NULL,
	"why" jsonb NOT NULL,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"rule_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"triggers" jsonb NOT NULL,
	"conditions" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"execution_count" integer DEFAULT 0 NOT NULL,
	"success_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"purpose" text DEFAULT 'marketing' NOT NULL,
	"state" text NOT NULL,
	"written" boolean DEFAULT false NOT NULL,
	"method" text NOT NULL,
	"proof" jsonb,
	"actor_id" uuid,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_records_channel_check" CHECK ("consent_records"."channel" IN ('sms', 'whatsapp', 'call', 'email')),
	CONSTRAINT "consent_records_purpose_check" CHECK ("consent_records"."purpose" IN ('marketing', 'service')),
	CONSTRAINT "consent_records_state_check" CHECK ("consent_records"."state" IN ('granted', 'denied', 'unproven')),
	CONSTRAINT "consent_records_method_check" CHECK ("consent_records"."method" IN ('form', 'keyword', 'operator', 'import', 'endpoint'))
);
--> statement-breakpoint
CREATE TABLE "quiet_hours" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"region" text,
	"timezone" text NOT NULL,
	"opens" time NOT NULL,
	"closes" time NOT NULL,
	"source" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"words" text NOT NULL,
	"caused_by" uuid,
	"outcome" text,
	"resolved_by" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_channel_check" CHECK ("reviews"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "reviews_outcome_check" CHECK ("reviews"."outcome" IN ('opted_out', 'continue'))
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_scope_check" CHECK ("suppressions"."scope" IN ('all', 'sms', 'whatsapp', 'call', 'email')),
	CONSTRAINT "suppressions_state_check" CHECK ("suppressions"."state" IN ('opted_out', 'released')),
	CONSTRAINT "suppressions_source_check" CHECK ("suppressions"."source" IN ('keyword', 'phrase', 'reply', 'review', 'operator', 'unsubscribe', 'complaint', 'bounce', 'vendor', 'import'))
);
--> statement-breakpoint
CREATE TABLE "ai_providers" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"vendor" text NOT NULL,
	"name" text NOT NULL,
	"api_key" text,
	"last_four" text,
	"extra_models" text[] DEFAULT '{}'::text[] NOT NULL,
	"model" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_providers_vendor_unique" UNIQUE("vendor")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"key_name" text NOT NULL,
	"key_value" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"service" text PRIMARY KEY NOT NULL,
	"mode" text DEFAULT 'sandbox' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "actions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"rule_id" uuid,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"config" jsonb,
	"result" jsonb,
	"executed_at" timestamp (3) with time zone,
	"reasons" jsonb,
	"not_before" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"messenger" text,
	"provider_id" text,
	"price" numeric(12, 6),
	"price_due_at" timestamp (3) with time zone,
	"rule_run_id" uuid,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "actions_type_check" CHECK ("actions"."type" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "actions_status_check" CHECK ("actions"."status" IN ('pending', 'held', 'dispatching', 'sent', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"last_inbound_at" timestamp (3) with time zone,
	"last_outbound_at" timestamp (3) with time zone,
	CONSTRAINT "conversations_channel_check" CHECK ("conversations"."channel" IN ('sms', 'whatsapp', 'call', 'email'))
);
--> statement-breakpoint
CREATE TABLE "delivery_receipts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"messenger" text NOT NULL,
	"provider_id" text NOT NULL,
	"status" text NOT NULL,
	"detail" jsonb,
	"action_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_receipts_status_check" CHECK ("delivery_receipts"."status" IN ('pending', 'held', 'dispatching', 'sent', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"approved_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_templates_channel_check" CHECK ("message_templates"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "message_templates_language_check" CHECK ("message_templates"."language" IN ('en', 'es'))
);
--> statement-breakpoint
CREATE TABLE "send_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"description" text,
	"auth_method" text DEFAULT 'none' NOT NULL,
	"ingestion_mode" text DEFAULT 'push' NOT NULL,
	"mapping_template" jsonb,
	"pii_flags" jsonb,
	"status" text DEFAULT 'active' NOT NULL,
	"webhook_url" text,
	"hook_token" text,
	"previous_hook_token" text,
	"previous_hook_until" timestamp (3) with time zone,
	"endpoint_url" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pull_state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_pull_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "endpoints_webhook_url_unique" UNIQUE("webhook_url"),
	CONSTRAINT "endpoints_hook_token_unique" UNIQUE("hook_token"),
	CONSTRAINT "endpoints_previous_hook_token_unique" UNIQUE("previous_hook_token"),
	CONSTRAINT "endpoints_type_check" CHECK ("endpoints"."type" IN ('webhook', 'pull_api', 'email')),
	CONSTRAINT "endpoints_auth_method_check" CHECK ("endpoints"."auth_method" IN ('api_key', 'api_key_secret_key', 'oauth', 'basic', 'none')),
	CONSTRAINT "endpoints_ingestion_mode_check" CHECK ("endpoints"."ingestion_mode" IN ('push', 'pull')),
	CONSTRAINT "endpoints_status_check" CHECK ("endpoints"."status" IN ('active', 'inactive', 'error'))
);
--> statement-breakpoint
CREATE TABLE "event_files" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"event_id" uuid NOT NULL,
	"sha256" "bytea" NOT NULL,
	"filename" text,
	"content_type" text NOT NULL,
	"size" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"person_id" uuid,
	"event_type" text,
	"raw_data" jsonb NOT NULL,
	"processed_data" jsonb,
	"deduplication_key" text,
	"pii_detected" boolean DEFAULT false NOT NULL,
	"validation_status" text DEFAULT 'valid' NOT NULL,
	"problems" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_validation_status_check" CHECK ("events"."validation_status" IN ('received', 'valid', 'invalid', 'duplicate', 'dead'))
);
--> statement-breakpoint
-- Every query of events sees these rows too. Reading an event moves it to "events".
CREATE TABLE "unread_events" (PRIMARY KEY ("id")) INHERITS ("events");
--> statement-breakpoint
ALTER TABLE "unread_events" ALTER COLUMN "validation_status" SET DEFAULT 'received';
--> statement-breakpoint
-- The table fills and empties all the time.
ALTER TABLE "unread_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
CREATE TABLE "notification_reads" (
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_reads_notification_id_user_id_pk" PRIMARY KEY("notification_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused'))
);
--> statement-breakpoint
CREATE TABLE "ai_profiles" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"intent_score" integer DEFAULT 0 NOT NULL,
	"propensity_to_buy" integer DEFAULT 0 NOT NULL,
	"churn_risk" integer DEFAULT 0 NOT NULL,
	"preferred_channel" text,
	"best_time_to_contact" text,
	"features" jsonb,
	"preferences" jsonb,
	"next_best_action" text,
	"ai_summary" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"history" jsonb,
	"model_version" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"type" text DEFAULT 'lead' NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"consents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_agent_id" uuid,
	"language" text,
	"zip" text,
	"region" text,
	"timezone" text,
	"landline_phone" text,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"stage_reached" smallint DEFAULT 0 NOT NULL,
	"converted_at" timestamp (3) with time zone,
	"search" text GENERATED ALWAYS AS (fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_type_check" CHECK ("people"."type" IN ('lead', 'customer')),
	CONSTRAINT "people_status_check" CHECK ("people"."status" IN ('new', 'qualified', 'contacted', 'converted'))
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"source" text,
	"title" text NOT NULL,
	"description" text,
	"metadata" jsonb,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'opted_out', 'opted_in', 'review_opened'))
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"hour" timestamp (3) with time zone NOT NULL,
	"metric" text NOT NULL,
	"dimension" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric(16, 6) DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"ok" boolean NOT NULL,
	"latency_ms" integer NOT NULL,
	"cost" numeric(14, 6) DEFAULT '0' NOT NULL,
	"units" jsonb,
	"person_id" uuid,
	"action_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid,
	"type" text NOT NULL,
	"phone_number" text NOT NULL,
	"duration" integer,
	"status" text NOT NULL,
	"outcome" text,
	"recording_url" text,
	"transcript_url" text,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calls_type_check" CHECK ("calls"."type" IN ('ai_agent', 'live_agent', 'outbound', 'inbound')),
	CONSTRAINT "calls_status_check" CHECK ("calls"."status" IN ('ringing', 'in_progress', 'completed', 'busy', 'no_answer', 'canceled', 'failed')),
	CONSTRAINT "calls_outcome_check" CHECK ("calls"."outcome" IN ('interested', 'not_interested', 'follow_up', 'converted'))
);
--> statement-breakpoint
CREATE TABLE "scripts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"accent" text DEFAULT 'en-US' NOT NULL,
	"tts_provider" text DEFAULT 'elevenlabs' NOT NULL,
	"voice_id" text,
	"use_case" text NOT NULL,
	"content" text NOT NULL,
	"secret_vars" jsonb,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sip_extensions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"label" text NOT NULL,
	"sip_domain" text NOT NULL,
	"username" text NOT NULL,
	"password" text,
	"transport" text DEFAULT 'UDP' NOT NULL,
	"port" integer DEFAULT 5060 NOT NULL,
	"register" boolean DEFAULT true NOT NULL,
	"codecs" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_rule_run_id_rule_runs_id_fk" FOREIGN KEY ("rule_run_id") REFERENCES "public"."rule_runs"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ai_profiles" ADD CONSTRAINT "ai_profiles_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_assigned_agent_id_users_id_fk" FOREIGN KEY ("assigned_agent_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "sessions_expire_index" ON "sessions" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree (("sess" ->> 'userId'));
--> statement-breakpoint
CREATE UNIQUE INDEX "settings_category_key_index" ON "settings" USING btree ("category","key");
--> statement-breakpoint
CREATE INDEX "sign_in_failures_bucket_index" ON "sign_in_failures" USING btree ("bucket","failed_at");
--> statement-breakpoint
CREATE INDEX "audit_logs_created_index" ON "audit_logs" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_logs_type_index" ON "audit_logs" USING btree ("event_type","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_logs_entity_index" ON "audit_logs" USING btree ("entity_type","entity_id");
--> statement-breakpoint
CREATE INDEX "rule_runs_rule_index" ON "rule_runs" USING btree ("rule_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "rule_runs_person_index" ON "rule_runs" USING btree ("person_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "rule_versions_rule_index" ON "rule_versions" USING btree ("rule_id","version");
--> statement-breakpoint
CREATE INDEX "consent_records_person_index" ON "consent_records" USING btree ("person_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "reviews_person_index" ON "reviews" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "suppressions_address_index" ON "suppressions" USING btree ("address_hash","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_service_name_index" ON "api_keys" USING btree ("service","key_name");
--> statement-breakpoint
CREATE INDEX "actions_due_index" ON "actions" USING btree ("not_before") WHERE status IN ('pending', 'held', 'dispatching');
--> statement-breakpoint
CREATE INDEX "actions_provider_index" ON "actions" USING btree ("messenger","provider_id") WHERE provider_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "actions_price_due_index" ON "actions" USING btree ("price_due_at") WHERE price_due_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "actions_unknown_index" ON "actions" USING btree ("created_at") WHERE status = 'unknown';
--> statement-breakpoint
CREATE INDEX "actions_person_index" ON "actions" USING btree ("person_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "actions_rule_index" ON "actions" USING btree ("rule_id");
--> statement-breakpoint
CREATE INDEX "actions_run_index" ON "actions" USING btree ("rule_run_id") WHERE rule_run_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "actions_created_index" ON "actions" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_person_index" ON "conversations" USING btree ("person_id","channel");
--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_receipts_once_index" ON "delivery_receipts" USING btree ("messenger","provider_id","status");
--> statement-breakpoint
CREATE INDEX "delivery_receipts_action_index" ON "delivery_receipts" USING btree ("action_id") WHERE action_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_name_index" ON "message_templates" USING btree ("name","channel","language");
--> statement-breakpoint
CREATE INDEX "event_files_event_index" ON "event_files" USING btree ("event_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "events_deduplication_index" ON "events" USING btree ("endpoint_id","deduplication_key") WHERE deduplication_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "events_endpoint_index" ON "events" USING btree ("endpoint_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "events_person_index" ON "events" USING btree ("person_id") WHERE person_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "events_created_index" ON "events" USING brin ("created_at");
--> statement-breakpoint
CREATE INDEX "events_unread_index" ON "events" USING btree ("id") WHERE validation_status = 'received';
--> statement-breakpoint
CREATE INDEX "events_status_index" ON "events" USING btree ("endpoint_id","validation_status","created_at" DESC NULLS LAST) WHERE validation_status NOT IN ('valid', 'received');
--> statement-breakpoint
CREATE INDEX "notifications_created_index" ON "notifications" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "ai_profiles_person_index" ON "ai_profiles" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "people_updated_index" ON "people" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "people_email_index" ON "people" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "people_phone_index" ON "people" USING btree ("phone");
--> statement-breakpoint
CREATE INDEX "people_agent_index" ON "people" USING btree ("assigned_agent_id");
--> statement-breakpoint
CREATE INDEX "people_type_index" ON "people" USING btree ("type","status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "people_status_index" ON "people" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "people_tags_index" ON "people" USING gin ("tags");
--> statement-breakpoint
CREATE INDEX "people_search_index" ON "people" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "timeline_cause_index" ON "timeline" USING btree ("caused_by") WHERE caused_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "timeline_person_index" ON "timeline" USING btree ("person_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "timeline_created_index" ON "timeline" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "counters_metric_index" ON "counters" USING btree ("metric","hour");
--> statement-breakpoint
CREATE INDEX "usage_service_index" ON "usage" USING btree ("service","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "usage_created_index" ON "usage" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "usage_person_index" ON "usage" USING btree ("person_id","action_id") WHERE person_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "calls_person_index" ON "calls" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "calls_created_index" ON "calls" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
-- Appends entries to the audit chain. Its lock serialises the chain and is held until the caller's transaction ends, so
-- it is called last. A function instead of one statement, because the last row must be read with a snapshot taken after
-- the lock.
CREATE FUNCTION audit_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
  entry record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('faro audit chain', 0));
  SELECT seq, hash INTO last_seq, last_hash FROM audit_logs ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0);
  last_hash := coalesce(last_hash, ''::bytea);
  FOR entry IN
    SELECT * FROM jsonb_to_recordset(entries) AS e (
      id uuid, user_id uuid, event_type text, entity_type text, entity_id text, description text,
      metadata jsonb, status text, ip_address text, user_agent text, created_at timestamptz,
      salt text, commitment text, digest text
    )
  LOOP
    last_seq := last_seq + 1;
    last_hash := sha256(last_hash || decode(entry.digest, 'hex'));
    INSERT INTO audit_logs (
      id, seq, user_id, event_type, entity_type, entity_id, description, metadata, status,
      ip_address, user_agent, created_at, salt, commitment, digest, hash
    ) VALUES (
      entry.id, last_seq, entry.user_id, entry.event_type, entry.entity_type, entry.entity_id,
      entry.description, entry.metadata, entry.status, entry.ip_address, entry.user_agent,
      entry.created_at, decode(entry.salt, 'hex'), decode(entry.commitment, 'hex'),
      decode(entry.digest, 'hex'), last_hash
    );
  END LOOP;
END
$$;
--> statement-breakpoint
-- A restore brings the counters along with the rows, so it turns these triggers off by a setting.
CREATE FUNCTION counters_enabled() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('faro.restoring', true), '') <> 'on'
$$;
--> statement-breakpoint
CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.endpoint_id, n.pii_detected, n.created_at) IS DISTINCT FROM (o.endpoint_id, o.pii_detected, o.created_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, count(*) FROM new_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, count(*) FROM new_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, -count(*) FROM old_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, -count(*) FROM old_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_counted_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE TRIGGER events_counted_update AFTER UPDATE ON events REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE TRIGGER events_counted_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
--> statement-breakpoint
CREATE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.type, n.status, n.created_at) IS DISTINCT FROM (o.type, o.status, o.created_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || status, count(*) FROM new_rows GROUP BY 1, 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || status, -count(*) FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER actions_counted_insert AFTER INSERT ON actions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE TRIGGER actions_counted_update AFTER UPDATE ON actions REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE TRIGGER actions_counted_delete AFTER DELETE ON actions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();
--> statement-breakpoint
CREATE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, count(*), sum(cost) FROM new_rows GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, -count(*), -sum(cost) FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER usage_counted_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();
--> statement-breakpoint
CREATE TRIGGER usage_counted_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();
--> statement-breakpoint
-- The rank of a stage; an unknown stage ranks as the first.
CREATE FUNCTION stage_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'qualified' THEN 1 WHEN 'contacted' THEN 2 WHEN 'converted' THEN 3 ELSE 0 END)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION update_stage_reached() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage_reached := greatest(NEW.stage_reached, stage_rank(NEW.status));
  IF NEW.status = 'converted' AND NEW.converted_at IS NULL THEN NEW.converted_at := now(); END IF;
  IF NEW.status <> 'converted' THEN NEW.converted_at := NULL; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER people_stage BEFORE INSERT OR UPDATE OF status ON people FOR EACH ROW EXECUTE FUNCTION update_stage_reached();
--> statement-breakpoint
-- A lead is active from its creation until its conversion. The metrics `people` and `reached` have no time.
CREATE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  -- Most updates change nothing that is counted.
  IF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM new_rows n JOIN old_rows o USING (id) WHERE (n.type, n.status, n.stage_reached, n.consents, n.created_at, n.converted_at) IS DISTINCT FROM (o.type, o.status, o.stage_reached, o.consents, o.created_at, o.converted_at) LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', count(*) FROM new_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', -count(*) FROM new_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, count(*) FROM new_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', -count(*) FROM old_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', count(*) FROM old_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, -count(*) FROM old_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER people_counted_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER people_counted_update AFTER UPDATE ON people REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER people_counted_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
-- Sums up the deltas of each counter. Deltas that are appended meanwhile are not seen and stay for the next run.
CREATE FUNCTION compact_counters() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  compacted bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('faro counters', 0)) THEN RETURN 0; END IF;
  WITH removed AS (
    DELETE FROM counters c USING (
      SELECT metric, hour, dimension FROM counters GROUP BY 1, 2, 3 HAVING count(*) > 1
    ) many
    WHERE c.metric = many.metric AND c.hour = many.hour AND c.dimension = many.dimension
    RETURNING c.*
  ), summed AS (
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT hour, metric, dimension, sum(count), sum(amount) FROM removed GROUP BY 1, 2, 3
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  )
  SELECT count(*) INTO compacted FROM removed;
  RETURN compacted;
END
$$;
--> statement-breakpoint
-- A cost is often known only later: the counters follow, in the hour of the use.
CREATE FUNCTION count_usage_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count, amount)
  SELECT date_trunc('hour', created_at, 'UTC'), 'usage', service, sum(uses), sum(cost)
    FROM (SELECT created_at, service, 1 AS uses, cost FROM new_rows
          UNION ALL
          SELECT created_at, service, -1, -cost FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(uses) <> 0 OR sum(cost) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER usage_counted_update AFTER UPDATE ON usage REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage_change();
--> statement-breakpoint
-- A price that becomes known later is the cost of its send.
CREATE FUNCTION copy_price_to_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage SET cost = NEW.price
   WHERE id = (SELECT id FROM usage WHERE person_id = NEW.person_id AND action_id = NEW.id
                ORDER BY ok DESC, created_at DESC LIMIT 1)
     AND cost <> NEW.price;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER actions_priced AFTER UPDATE OF price ON actions FOR EACH ROW
  WHEN (NEW.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price) EXECUTE FUNCTION copy_price_to_usage();
--> statement-breakpoint
-- The rank of a delivery status: a later receipt never moves a message back, and a delivery overrides a failure.
CREATE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3 WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_logs_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER consent_records_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consent_records
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER suppressions_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suppressions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
CREATE TRIGGER delivery_receipts_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON delivery_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
--> statement-breakpoint
-- No query filters by whole documents, so their statistics are not collected: analysing them sorts thousands of them.
ALTER TABLE events ALTER COLUMN raw_data SET STATISTICS 0, ALTER COLUMN processed_data SET STATISTICS 0, ALTER COLUMN problems SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE unread_events ALTER COLUMN raw_data SET STATISTICS 0, ALTER COLUMN processed_data SET STATISTICS 0, ALTER COLUMN problems SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE timeline ALTER COLUMN metadata SET STATISTICS 0;
--> statement-breakpoint
-- Updated with every event of a person: the free space keeps the new version on the same page.
ALTER TABLE ai_profiles ALTER COLUMN history SET STATISTICS 0, SET (fillfactor = 70);
--> statement-breakpoint
-- Short-lived rows: compressing them would cost more than it saves.
ALTER TABLE reaction_queue ALTER COLUMN reactions SET STORAGE EXTERNAL;

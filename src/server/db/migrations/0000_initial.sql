-- The clock of a transaction that replays the past: with public before pg_catalog in its search_path, now() is this
-- function, and the setting `faro.now` is the time. Everywhere else only defaults of columns use it, without the setting.
CREATE OR REPLACE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(pg_catalog.current_setting('faro.now', true), '')::timestamptz, pg_catalog.now())
$$;

-- As now.sql, for what is to change within a transaction.
CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(pg_catalog.current_setting('faro.now', true), '')::timestamptz, pg_catalog.clock_timestamp())
$$;

-- Searches by parts of names, addresses and messages use indexes of trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- PostgreSQL has uuidv7() only from 18 on; this works on 15 and later. A random UUID (version 4) gets the time in
-- milliseconds as its first 48 bits, and two more bits turn the version 4 into a 7.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6
      ), 52, 1), 53, 1),
    'hex')::uuid
$$;

-- Removes case and accents, so that a search for "colon" finds Colón. Immutable, so that a generated column may use it.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(lower(value), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc')
$$;

CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"scopes" text[] NOT NULL,
	"addresses" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_for_assistant" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"revoked_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"client_id" text,
	"client_host" text,
	"audience" text,
	"access_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_tokens_client_check" CHECK (num_nonnulls("api_tokens"."client_id", "api_tokens"."client_host", "api_tokens"."audience", "api_tokens"."access_expires_at") IN (0, 4))
);

CREATE TABLE "cached_responses" (
	"source" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "idempotency_keys" (
	"token_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"answer" jsonb,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_token_id_key_pk" PRIMARY KEY("token_id","key")
);

CREATE TABLE "own_roles" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"levels" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"category" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sign_in_failures" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"bucket" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"long_password" boolean,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"role" text DEFAULT 'viewer' NOT NULL,
	"role_id" uuid,
	"language" text,
	"active" boolean DEFAULT true NOT NULL,
	"away_since" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" IN ('viewer', 'operator', 'admin', 'own')),
	CONSTRAINT "users_own_role_check" CHECK (("users"."role" = 'own') = ("users"."role_id" IS NOT NULL)),
	CONSTRAINT "users_language_check" CHECK ("users"."language" IN ('en', 'es'))
);

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
	CONSTRAINT "audit_logs_event_type_check" CHECK ("audit_logs"."event_type" IN ('data_change', 'settings_update', 'failed_action', 'sign_in', 'tool_call')),
	CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'invitation', 'form', 'job', 'knowledge', 'person', 'person_field', 'review', 'role', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'sync', 'task', 'team', 'template', 'thread', 'token', 'user', 'view', 'webhook', 'workspace')),
	CONSTRAINT "audit_logs_status_check" CHECK ("audit_logs"."status" IN ('success', 'failure'))
);

CREATE TABLE "reaction_queue" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"reactions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE "rule_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"rule_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE "batch_files" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "batch_files_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);

CREATE TABLE "batch_rows" (
	"batch_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"raw" text[],
	"verdict" text,
	"person_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"problems" jsonb,
	"undo" text,
	"undo_reason" jsonb,
	CONSTRAINT "batch_rows_batch_id_line_pk" PRIMARY KEY("batch_id","line"),
	CONSTRAINT "batch_rows_verdict_check" CHECK ("batch_rows"."verdict" IN ('added', 'changed', 'unchanged', 'joined', 'refused', 'deleted', 'merged')),
	CONSTRAINT "batch_rows_undo_check" CHECK ("batch_rows"."undo" IN ('reversed', 'kept', 'failed'))
);

CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"user_id" uuid,
	"name" text,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer,
	"processed" integer DEFAULT 0 NOT NULL,
	"after_line" integer DEFAULT 0 NOT NULL,
	"after_id" uuid,
	"problem" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"swept_at" timestamp (3) with time zone,
	CONSTRAINT "batches_kind_check" CHECK ("batches"."kind" IN ('import', 'bulk', 'merge', 'delete')),
	CONSTRAINT "batches_state_check" CHECK ("batches"."state" IN ('uploading', 'reading', 'mapped', 'checking', 'checked', 'running', 'paused', 'done', 'cancelled', 'failed', 'undoing', 'undone'))
);

CREATE TABLE "import_mappings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	CONSTRAINT "consent_records_method_check" CHECK ("consent_records"."method" IN ('form', 'keyword', 'operator', 'import', 'endpoint', 'merge', 'sync'))
);

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

CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"words" text NOT NULL,
	"subject" text DEFAULT 'opt_out' NOT NULL,
	"caused_by" uuid,
	"outcome" text,
	"resolved_by" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_channel_check" CHECK ("reviews"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x')),
	CONSTRAINT "reviews_subject_check" CHECK ("reviews"."subject" IN ('opt_out', 'opt_in', 'complaint')),
	CONSTRAINT "reviews_outcome_check" CHECK ("reviews"."outcome" IN ('opted_out', 'continue'))
);

CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"caused_by" uuid,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_scope_check" CHECK ("suppressions"."scope" IN ('all', 'sms', 'whatsapp', 'call', 'email')),
	CONSTRAINT "suppressions_state_check" CHECK ("suppressions"."state" IN ('opted_out', 'released')),
	CONSTRAINT "suppressions_source_check" CHECK ("suppressions"."source" IN ('keyword', 'phrase', 'reply', 'review', 'operator', 'unsubscribe', 'complaint', 'bounce', 'vendor', 'import', 'sync'))
);

CREATE TABLE "ai_providers" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"vendor" text NOT NULL,
	"name" text NOT NULL,
	"api_key" text,
	"last_four" text,
	"extra_models" text[] DEFAULT '{}'::text[] NOT NULL,
	"model" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"timeout_seconds" integer DEFAULT 30 NOT NULL,
	"max_concurrent" integer DEFAULT 4 NOT NULL,
	"monthly_budget" numeric(12, 2),
	"accepts_personal_text" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_providers_vendor_unique" UNIQUE("vendor")
);

CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"key_name" text NOT NULL,
	"key_value" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "connections" (
	"service" text PRIMARY KEY NOT NULL,
	"mode" text DEFAULT 'sandbox' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_mode_check" CHECK ("connections"."mode" IN ('sandbox', 'live'))
);

CREATE TABLE "auto_reply_rules" (
	"channel" text NOT NULL,
	"intent" text NOT NULL,
	"mode" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auto_reply_rules_channel_intent_pk" PRIMARY KEY("channel","intent"),
	CONSTRAINT "auto_reply_rules_channel_check" CHECK ("auto_reply_rules"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "auto_reply_rules_mode_check" CHECK ("auto_reply_rules"."mode" IN ('off', 'draft', 'send'))
);

CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text,
	"subject" text,
	"text" text NOT NULL,
	"file_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_user_id_person_id_pk" PRIMARY KEY("user_id","person_id"),
	CONSTRAINT "drafts_channel_check" CHECK ("drafts"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'))
);

CREATE TABLE "episodes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by" uuid,
	"opened_channel" text,
	"first_answer_at" timestamp (3) with time zone,
	"first_answer_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"how" text,
	CONSTRAINT "episodes_how_check" CHECK ("episodes"."how" IN ('answered', 'no_need', 'auto', 'merged'))
);

CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"direction" text NOT NULL,
	"channel" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "messages_direction_check" CHECK ("messages"."direction" IN ('in', 'out', 'note'))
);

CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"user_id" uuid,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "outgoing_files" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"action_id" uuid,
	"sha256" "bytea" NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "reply_suggestions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"answers_id" uuid,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vendor" text,
	"model" text,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"cost" numeric(12, 6),
	"latency_ms" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"action_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_suggestions_channel_check" CHECK ("reply_suggestions"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x')),
	CONSTRAINT "reply_suggestions_state_check" CHECK ("reply_suggestions"."state" IN ('open', 'used', 'dismissed', 'sent', 'outdated'))
);

CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_replies_language_check" CHECK ("saved_replies"."language" IN ('en', 'es'))
);

CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"owner_id" uuid,
	"done_at" timestamp (3) with time zone,
	"done_by" uuid,
	"made_by" text DEFAULT 'user' NOT NULL,
	"created_by" uuid,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_made_by_check" CHECK ("tasks"."made_by" IN ('user', 'rule', 'handoff', 'review', 'agent'))
);

CREATE TABLE "thread_reads" (
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_reads_user_id_person_id_pk" PRIMARY KEY("user_id","person_id")
);

CREATE TABLE "threads" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"owner_id" uuid,
	"team_id" uuid,
	"waiting_since" timestamp (3) with time zone,
	"snoozed_until" timestamp (3) with time zone,
	"snoozed_by" uuid,
	"wakes_on_reply" boolean DEFAULT true NOT NULL,
	"last_item_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_text" text,
	"last_channel" text,
	"last_direction" text,
	"last_inbound_at" timestamp (3) with time zone,
	"last_human_at" timestamp (3) with time zone,
	"taken_until" timestamp (3) with time zone,
	"taken_by" uuid,
	"muted" boolean DEFAULT false NOT NULL,
	"under_review" boolean DEFAULT false NOT NULL,
	"not_sent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "threads_state_check" CHECK ("threads"."state" IN ('open', 'snoozed', 'closed')),
	CONSTRAINT "threads_direction_check" CHECK ("threads"."last_direction" IN ('in', 'out', 'note'))
);

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

CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"address_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"copied_at" timestamp (3) with time zone,
	"swept_at" timestamp (3) with time zone
);

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

CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"days" integer NOT NULL,
	"cutoff" timestamp (3) with time zone NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);

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
	"simulation" text,
	"rule_run_id" uuid,
	"caused_by" uuid,
	"sent_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "actions_type_check" CHECK ("actions"."type" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x')),
	CONSTRAINT "actions_status_check" CHECK ("actions"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled')),
	CONSTRAINT "actions_simulation_check" CHECK ("actions"."simulation" IN ('demo', 'test')),
	CONSTRAINT "actions_test_send_check" CHECK (simulation IS DISTINCT FROM 'test' OR (status NOT IN ('sent', 'delivered', 'read') AND price IS NULL))
);

CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"last_inbound_at" timestamp (3) with time zone,
	"last_outbound_at" timestamp (3) with time zone,
	CONSTRAINT "conversations_channel_check" CHECK ("conversations"."channel" IN ('sms', 'whatsapp', 'call', 'email', 'x'))
);

CREATE TABLE "delivery_receipts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"messenger" text NOT NULL,
	"provider_id" text NOT NULL,
	"status" text NOT NULL,
	"detail" jsonb,
	"action_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_receipts_status_check" CHECK ("delivery_receipts"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'))
);

CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"approved_name" text,
	"category" text DEFAULT 'marketing' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_templates_channel_check" CHECK ("message_templates"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "message_templates_language_check" CHECK ("message_templates"."language" IN ('en', 'es')),
	CONSTRAINT "message_templates_category_check" CHECK ("message_templates"."category" IN ('marketing', 'utility'))
);

CREATE TABLE "send_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone
);

CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_rows_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "demo_rows_kind_check" CHECK ("demo_rows"."kind" IN ('people', 'endpoints', 'rules', 'scripts', 'notifications', 'knowledge_entries', 'batches'))
);

CREATE TABLE "form_consent_versions" (
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"consents" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_consent_versions_form_id_version_pk" PRIMARY KEY("form_id","version")
);

CREATE TABLE "form_counts" (
	"form_id" uuid PRIMARY KEY NOT NULL,
	"submissions" integer DEFAULT 0 NOT NULL,
	"confirmed" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone
);

CREATE TABLE "form_submissions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"form_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"person_id" uuid,
	"email" text,
	"phone" text,
	"evidence" jsonb NOT NULL,
	"email_asked_at" timestamp (3) with time zone,
	"phone_asked_at" timestamp (3) with time zone,
	"email_confirmed_at" timestamp (3) with time zone,
	"phone_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_submissions_event_id_unique" UNIQUE("event_id")
);

CREATE TABLE "lead_forms" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"consents" jsonb NOT NULL,
	"consent_version" integer DEFAULT 1 NOT NULL,
	"origins" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_forms_slug_unique" UNIQUE("slug")
);

CREATE TABLE "go_live_records" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"detail" jsonb,
	CONSTRAINT "go_live_records_name_check" CHECK ("go_live_records"."name" IN ('tested:twilio', 'tested:whatsapp', 'tested:smtp', 'tested:sendgrid', 'callback:twilio-sms', 'callback:twilio-whatsapp', 'callback:twilio-call', 'callback:whatsapp-meta', 'callback:whatsapp-360dialog', 'callback:whatsapp-wati', 'callback:sendgrid', 'dns', 'tick:a2p', 'tick:templates', 'message:sms', 'message:whatsapp', 'message:voice', 'message:email'))
);

CREATE TABLE "blobs" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE "event_bodies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"raw_data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "event_files" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"event_id" uuid NOT NULL,
	"sha256" "bytea" NOT NULL,
	"filename" text,
	"content_type" text NOT NULL,
	"size" integer NOT NULL
);

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
	"body_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_validation_status_check" CHECK ("events"."validation_status" IN ('received', 'valid', 'invalid', 'duplicate', 'dead'))
);

CREATE TABLE "message_readings" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"local" jsonb NOT NULL,
	"refined" jsonb,
	"refined_by" text,
	"corrected" jsonb,
	"corrected_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_readings_channel_check" CHECK ("message_readings"."channel" IN ('sms', 'whatsapp', 'email', 'web_form', 'call', 'x'))
);

CREATE TABLE "replay_keys" (
	"endpoint_id" uuid NOT NULL,
	"key" text NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_keys_endpoint_id_key_pk" PRIMARY KEY("endpoint_id","key")
);

CREATE TABLE "chat_routes" (
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "chat_routes_service_kind_pk" PRIMARY KEY("service","kind")
);

CREATE TABLE "chat_threads" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"channel" text NOT NULL,
	"thread_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"seen_up_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "chat_users" (
	"service" text NOT NULL,
	"external_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "chat_users_service_external_id_pk" PRIMARY KEY("service","external_id")
);

CREATE TABLE "external_tasks" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid NOT NULL,
	"task_id" uuid,
	"title" text NOT NULL,
	"made_by" text NOT NULL,
	"created_by" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"external_id" text,
	"url" text,
	"error" text,
	"completed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_tasks_made_by_check" CHECK ("external_tasks"."made_by" IN ('handoff', 'rule', 'user')),
	CONSTRAINT "external_tasks_state_check" CHECK ("external_tasks"."state" IN ('waiting', 'open', 'completed', 'failed'))
);

CREATE TABLE "integration_work" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"person_id" uuid,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_work_kind_check" CHECK ("integration_work"."kind" IN ('lead', 'lead_poll', 'message_poll', 'direct_message', 'chat_post', 'chat_reply', 'reply_report', 'task_create', 'task_read', 'hook_trigger')),
	CONSTRAINT "integration_work_state_check" CHECK ("integration_work"."state" IN ('waiting', 'done', 'failed'))
);

CREATE TABLE "knowledge_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"language" text,
	"status" text DEFAULT 'approved' NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"source" text,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_entries_kind_check" CHECK ("knowledge_entries"."kind" IN ('question', 'document')),
	CONSTRAINT "knowledge_entries_status_check" CHECK ("knowledge_entries"."status" IN ('draft', 'approved')),
	CONSTRAINT "knowledge_entries_language_check" CHECK ("knowledge_entries"."language" IN ('en', 'es'))
);

CREATE TABLE "knowledge_passages" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"entry_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('spanish', title), 'A') || setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('english', body), 'B') || setweight(to_tsvector('spanish', body), 'B') || setweight(to_tsvector('simple', fold_text(body)), 'B')) STORED NOT NULL,
	"embedding" real[],
	"embedding_model" text
);

CREATE TABLE "knowledge_words" (
	"word" text PRIMARY KEY NOT NULL
);

CREATE TABLE "unanswered_questions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"question" text NOT NULL,
	"language" text,
	"person_id" uuid,
	"call_id" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "score_models" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"training_id" uuid NOT NULL,
	"score" text NOT NULL,
	"version" integer NOT NULL,
	"basis" text NOT NULL,
	"people" integer NOT NULL,
	"outcomes" integer NOT NULL,
	"others" integer NOT NULL,
	"refusal" jsonb,
	"report" jsonb,
	"effects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" jsonb,
	"hash" text,
	"is_in_use" boolean DEFAULT false NOT NULL,
	"in_use_since" timestamp (3) with time zone,
	"drift" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_models_score_check" CHECK ("score_models"."score" IN ('intent', 'propensity', 'churn')),
	CONSTRAINT "score_models_basis_check" CHECK ("score_models"."basis" IN ('complete', 'so_far'))
);

CREATE TABLE "score_snapshots" (
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	"stage" text NOT NULL,
	"is_opted_out" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "score_snapshots_person_id_day_stage_pk" PRIMARY KEY("person_id","day","stage"),
	CONSTRAINT "score_snapshots_stage_check" CHECK ("score_snapshots"."stage" IN ('new', 'qualified', 'contacted', 'converted'))
);

CREATE TABLE "score_trainings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"stage" text DEFAULT 'reading' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_trainings_state_check" CHECK ("score_trainings"."state" IN ('waiting', 'running', 'succeeded', 'failed')),
	CONSTRAINT "score_trainings_stage_check" CHECK ("score_trainings"."stage" IN ('reading', 'intent', 'propensity', 'churn', 'saving'))
);

CREATE TABLE "location_queue" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"needs_vendor" boolean DEFAULT false NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "location_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"signature" text,
	"queued_up_to" uuid,
	"leased_until" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"last_error" jsonb,
	"last_error_at" timestamp (3) with time zone
);

CREATE TABLE "person_locations" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"x" double precision,
	"y" double precision,
	"z" double precision,
	"precision" text,
	"area_code" text,
	"provider" text NOT NULL,
	"lookup_hash" text,
	"geocoded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_locations_precision_check" CHECK ("person_locations"."precision" IN ('address', 'zip', 'municipality', 'state')),
	CONSTRAINT "person_locations_provider_check" CHECK ("person_locations"."provider" IN ('offline', 'google', 'mapbox', 'osm'))
);

CREATE TABLE "notification_reads" (
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_reads_notification_id_user_id_pk" PRIMARY KEY("notification_id","user_id")
);

CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"user_id" uuid,
	"team_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'thread_team_assigned', 'opt_in_limit', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused', 'integration_failing'))
);

CREATE TABLE "mcp_request_states" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"token_id" uuid NOT NULL,
	"approval_id" uuid NOT NULL,
	"call_digest" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);

CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "oauth_codes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"audience" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"token_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "oauth_refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"token_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "oauth_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"state_hash" text NOT NULL,
	"verifier" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_attempts_state_hash_unique" UNIQUE("state_hash")
);

CREATE TABLE "oauth_grants" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"expires_at" timestamp (3) with time zone,
	"refreshing_until" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_grants_service_unique" UNIQUE("service")
);

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

CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"search" text GENERATED ALWAYS AS (fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL,
	"further_addresses" text,
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
	"town" text,
	"timezone" text,
	"landline_phone" text,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"stage_reached" smallint DEFAULT 0 NOT NULL,
	"converted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_type_check" CHECK ("people"."type" IN ('lead', 'customer')),
	CONSTRAINT "people_status_check" CHECK ("people"."status" IN ('new', 'qualified', 'contacted', 'converted')),
	CONSTRAINT "people_language_check" CHECK ("people"."language" IN ('en', 'es'))
);

CREATE TABLE "person_summaries" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"sentences" jsonb,
	"language" text,
	"vendor" text,
	"model" text,
	"prompt_version" text,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"newest_entry_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "person_summaries_language_check" CHECK ("person_summaries"."language" IN ('en', 'es'))
);

CREATE TABLE "possible_duplicates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"weight" real,
	"parts" jsonb,
	"caused_by" uuid,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "possible_duplicates_reason_check" CHECK ("possible_duplicates"."reason" IN ('same_phone', 'named_together', 'similar')),
	CONSTRAINT "possible_duplicates_decision_check" CHECK ("possible_duplicates"."decision" IN ('same', 'different'))
);

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
	CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'appointment_requested', 'callback_requested', 'request_cancelled', 'address_proposed', 'note_added', 'opted_out', 'opted_in', 'review_opened', 'thread_opened', 'thread_closed', 'thread_snoozed', 'thread_woken', 'thread_assigned', 'thread_taken', 'task_added', 'task_done', 'external_task_added', 'external_task_done', 'person_imported', 'people_merged', 'merge_undone', 'change_undone'))
);

CREATE TABLE "merged_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"survivor_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"row" jsonb NOT NULL,
	"addresses" jsonb NOT NULL,
	"moved" jsonb NOT NULL
);

CREATE TABLE "person_addresses" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"label" text,
	"hash" "bytea",
	"last_inbound_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_addresses_kind_check" CHECK ("person_addresses"."kind" IN ('email', 'phone', 'x')),
	CONSTRAINT "person_addresses_state_check" CHECK ("person_addresses"."state" IN ('active', 'bounced', 'landline'))
);

CREATE TABLE "person_fields" (
	"key" text PRIMARY KEY NOT NULL,
	"label_en" text NOT NULL,
	"label_es" text NOT NULL,
	"kind" text NOT NULL,
	"choices" text[] DEFAULT '{}'::text[] NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"pii" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_fields_kind_check" CHECK ("person_fields"."kind" IN ('text', 'number', 'date', 'yes_no', 'choice', 'choices', 'link', 'money'))
);

CREATE TABLE "known_sign_in_addresses" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_sign_in_addresses_user_id_address_pk" PRIMARY KEY("user_id","address")
);

CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"second_factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);

CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_factors_user_id_unique" UNIQUE("user_id")
);

CREATE TABLE "sync_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text,
	"way" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'done' NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"conflicts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "sync_changes_way_check" CHECK ("sync_changes"."way" IN ('in', 'out')),
	CONSTRAINT "sync_changes_kind_check" CHECK ("sync_changes"."kind" IN ('added', 'linked', 'changed', 'deleted', 'refused', 'skipped')),
	CONSTRAINT "sync_changes_state_check" CHECK ("sync_changes"."state" IN ('pending', 'done', 'refused', 'undone', 'kept'))
);

CREATE TABLE "sync_connections" (
	"service" text PRIMARY KEY NOT NULL,
	"phase" text DEFAULT 'setup' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"map" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rule" text DEFAULT 'newest' NOT NULL,
	"creates_here" boolean DEFAULT true NOT NULL,
	"creates_there" boolean DEFAULT true NOT NULL,
	"on_remote_delete" text DEFAULT 'keep' NOT NULL,
	"on_local_delete" text DEFAULT 'keep' NOT NULL,
	"remote_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cursor" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer,
	"processed" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"account" jsonb,
	"deletions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"proof" jsonb,
	"subscription" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"fence" text,
	"last_sync_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_connections_phase_check" CHECK ("sync_connections"."phase" IN ('setup', 'preview', 'load', 'live')),
	CONSTRAINT "sync_connections_state_check" CHECK ("sync_connections"."state" IN ('waiting', 'running', 'paused', 'failed')),
	CONSTRAINT "sync_connections_rule_check" CHECK ("sync_connections"."rule" IN ('newest', 'ours', 'theirs')),
	CONSTRAINT "sync_connections_remote_delete_check" CHECK ("sync_connections"."on_remote_delete" IN ('keep', 'delete')),
	CONSTRAINT "sync_connections_local_delete_check" CHECK ("sync_connections"."on_local_delete" IN ('keep', 'delete'))
);

CREATE TABLE "sync_links" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remote_at" timestamp (3) with time zone,
	"missing_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sync_queue" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"role_id" uuid,
	"team_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"language" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"mail" text DEFAULT 'none' NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" IN ('viewer', 'operator', 'admin', 'own')),
	CONSTRAINT "invitations_own_role_check" CHECK ("invitations"."role_id" IS NULL OR "invitations"."role" = 'own'),
	CONSTRAINT "invitations_language_check" CHECK ("invitations"."language" IN ('en', 'es')),
	CONSTRAINT "invitations_mail_check" CHECK ("invitations"."mail" IN ('none', 'sent', 'simulated', 'failed'))
);

CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);

CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message', 'summarise_person', 'converse', 'summarise_call', 'embed_knowledge', 'suggest_reply', 'edit_text', 'summarise_thread')),
	CONSTRAINT "ai_calls_outcome_check" CHECK ("ai_calls"."outcome" IN ('answered', 'refused', 'truncated', 'invalid_output', 'rate_limited', 'quota_spent', 'wrong_key', 'model_retired', 'rejected', 'unavailable', 'timed_out', 'cut_off')),
	CONSTRAINT "ai_calls_simulation_check" CHECK ("ai_calls"."simulation" IN ('demo', 'test'))
);

CREATE TABLE "counters" (
	"hour" timestamp (3) with time zone NOT NULL,
	"metric" text NOT NULL,
	"dimension" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric(16, 6) DEFAULT '0' NOT NULL
);

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

CREATE TABLE "view_positions" (
	"user_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "view_positions_user_id_view_id_pk" PRIMARY KEY("user_id","view_id")
);

CREATE TABLE "views" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"screen" text DEFAULT 'people' NOT NULL,
	"name" text NOT NULL,
	"owner_id" uuid,
	"audience" jsonb NOT NULL,
	"columns" text[] DEFAULT '{}'::text[] NOT NULL,
	"sort" text,
	"direction" text,
	"shape" text DEFAULT 'list' NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "views_kind_check" CHECK ("views"."kind" IN ('view', 'segment')),
	CONSTRAINT "views_screen_check" CHECK ("views"."screen" IN ('people', 'inbox')),
	CONSTRAINT "views_shape_check" CHECK ("views"."shape" IN ('list', 'board', 'map'))
);

CREATE TABLE "agent_turns" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"call_id" uuid,
	"person_id" uuid,
	"channel" text NOT NULL,
	"epoch" integer NOT NULL,
	"decided_by" text NOT NULL,
	"policy" text,
	"vendor" text,
	"model" text,
	"prompt_version" text,
	"times" jsonb NOT NULL,
	"tool_calls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"passages" text[] DEFAULT '{}'::text[] NOT NULL,
	"grounding" text,
	"failed_checks" text[] DEFAULT '{}'::text[] NOT NULL,
	"planned" text DEFAULT '' NOT NULL,
	"heard" text,
	"cost" numeric(12, 6),
	"result" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "call_commands" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"call_id" uuid NOT NULL,
	"command" jsonb NOT NULL,
	"user_id" uuid,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "call_turns" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"call_id" uuid NOT NULL,
	"key" text NOT NULL,
	"speaker" text NOT NULL,
	"text" text NOT NULL,
	"at_ms" integer NOT NULL,
	"duration_ms" integer,
	"language" text,
	"is_interrupted" boolean DEFAULT false NOT NULL,
	"marks" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "call_turns_speaker_check" CHECK ("call_turns"."speaker" IN ('agent', 'customer', 'operator', 'whisper', 'system'))
);

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
	"provider_call_id" text,
	"our_number" text,
	"script_id" uuid,
	"script_version" integer,
	"language" text,
	"owner" text,
	"handoff_reason" text,
	"handoff_at" timestamp (3) with time zone,
	"handoff_note" text,
	"end_reason" text,
	"summary" text,
	"facts" jsonb,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"recording_notice_at" timestamp (3) with time zone,
	"recording_started_at" timestamp (3) with time zone,
	"model_cost" numeric(12, 6),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calls_type_check" CHECK ("calls"."type" IN ('ai_agent', 'live_agent', 'outbound', 'inbound')),
	CONSTRAINT "calls_status_check" CHECK ("calls"."status" IN ('ringing', 'in_progress', 'completed', 'busy', 'no_answer', 'canceled', 'failed')),
	CONSTRAINT "calls_outcome_check" CHECK ("calls"."outcome" IN ('interested', 'not_interested', 'follow_up', 'converted')),
	CONSTRAINT "calls_owner_check" CHECK ("calls"."owner" IN ('agent', 'operator', 'nobody')),
	CONSTRAINT "calls_handoff_reason_check" CHECK ("calls"."handoff_reason" IN ('asked', 'complaint', 'complex', 'high_intent', 'no_answer', 'abuse', 'emergency', 'vulnerable', 'stalled', 'operator')),
	CONSTRAINT "calls_end_reason_check" CHECK ("calls"."end_reason" IN ('goodbye', 'caller_hung_up', 'opted_out', 'handed_over', 'time_limit', 'silence', 'voicemail', 'wrong_number', 'not_allowed', 'machine', 'operator_hung_up', 'connection_lost', 'failed'))
);

CREATE TABLE "person_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"call_id" uuid,
	"kind" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"wanted" text DEFAULT '' NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_requests_kind_check" CHECK ("person_requests"."kind" IN ('appointment', 'callback')),
	CONSTRAINT "person_requests_status_check" CHECK ("person_requests"."status" IN ('requested', 'done', 'cancelled'))
);

CREATE TABLE "relay_sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"call_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"provider_call_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"session_id" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "script_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"script_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	"goals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"knowledge_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sip_extensions_transport_check" CHECK ("sip_extensions"."transport" IN ('UDP', 'TCP', 'TLS'))
);

CREATE TABLE "webhook_deliveries" (
	"event_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"person_id" uuid,
	"answers" jsonb,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_event_id_subscription_id_pk" PRIMARY KEY("event_id","subscription_id"),
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" IN ('queued', 'retrying', 'behind', 'delivered', 'failed'))
);

CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"seq" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "webhook_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"person_id" uuid,
	"data" jsonb NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_type_check" CHECK ("webhook_events"."type" IN ('person.created', 'person.updated', 'person.deleted', 'person.merged', 'message.received', 'message.sent', 'message.delivered', 'message.read', 'message.failed', 'message.refused', 'call.started', 'call.ended', 'consent.changed', 'score.changed', 'signal.detected', 'rule.fired'))
);

CREATE TABLE "webhook_hours" (
	"subscription_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_hours_subscription_id_hour_pk" PRIMARY KEY("subscription_id","hour")
);

CREATE TABLE "webhook_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"audience" jsonb,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"state" text DEFAULT 'active' NOT NULL,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"wait_until" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"created_by" uuid,
	"token_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_subscriptions_state_check" CHECK ("webhook_subscriptions"."state" IN ('active', 'paused')),
	CONSTRAINT "webhook_subscriptions_pause_check" CHECK ("webhook_subscriptions"."pause_reason" IN ('operator', 'gone', 'failing', 'filter'))
);

ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_own_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."own_roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "batch_files" ADD CONSTRAINT "batch_files_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_first_answer_by_users_id_fk" FOREIGN KEY ("first_answer_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notes" ADD CONSTRAINT "notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "reply_suggestions" ADD CONSTRAINT "reply_suggestions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reply_suggestions" ADD CONSTRAINT "reply_suggestions_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "threads" ADD CONSTRAINT "threads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "threads" ADD CONSTRAINT "threads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "threads" ADD CONSTRAINT "threads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "threads" ADD CONSTRAINT "threads_snoozed_by_users_id_fk" FOREIGN KEY ("snoozed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "threads" ADD CONSTRAINT "threads_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "actions" ADD CONSTRAINT "actions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "actions" ADD CONSTRAINT "actions_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "actions" ADD CONSTRAINT "actions_rule_run_id_rule_runs_id_fk" FOREIGN KEY ("rule_run_id") REFERENCES "public"."rule_runs"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "actions" ADD CONSTRAINT "actions_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "form_consent_versions" ADD CONSTRAINT "form_consent_versions_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "form_counts" ADD CONSTRAINT "form_counts_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "go_live_records" ADD CONSTRAINT "go_live_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "event_bodies" ADD CONSTRAINT "event_bodies_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;
ALTER TABLE "events" ADD CONSTRAINT "events_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "events" ADD CONSTRAINT "events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "events" ADD CONSTRAINT "events_body_id_event_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."event_bodies"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_corrected_by_users_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "replay_keys" ADD CONSTRAINT "replay_keys_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "chat_users" ADD CONSTRAINT "chat_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "integration_work" ADD CONSTRAINT "integration_work_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "knowledge_entries" ADD CONSTRAINT "knowledge_entries_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."knowledge_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "score_models" ADD CONSTRAINT "score_models_training_id_score_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."score_trainings"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "score_snapshots" ADD CONSTRAINT "score_snapshots_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "score_trainings" ADD CONSTRAINT "score_trainings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "location_queue" ADD CONSTRAINT "location_queue_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "person_locations" ADD CONSTRAINT "person_locations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mcp_request_states" ADD CONSTRAINT "mcp_request_states_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mcp_request_states" ADD CONSTRAINT "mcp_request_states_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ai_profiles" ADD CONSTRAINT "ai_profiles_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "people" ADD CONSTRAINT "people_assigned_agent_id_users_id_fk" FOREIGN KEY ("assigned_agent_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "person_summaries" ADD CONSTRAINT "person_summaries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "merged_people" ADD CONSTRAINT "merged_people_survivor_id_people_id_fk" FOREIGN KEY ("survivor_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "person_addresses" ADD CONSTRAINT "person_addresses_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "known_sign_in_addresses" ADD CONSTRAINT "known_sign_in_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_second_factor_id_second_factors_id_fk" FOREIGN KEY ("second_factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sync_changes" ADD CONSTRAINT "sync_changes_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sync_links" ADD CONSTRAINT "sync_links_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sync_queue" ADD CONSTRAINT "sync_queue_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_own_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."own_roles"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_id_usage_id_fk" FOREIGN KEY ("id") REFERENCES "public"."usage"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "usage" ADD CONSTRAINT "usage_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "view_positions" ADD CONSTRAINT "view_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "view_positions" ADD CONSTRAINT "view_positions_view_id_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."views"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "views" ADD CONSTRAINT "views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "views" ADD CONSTRAINT "views_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "agent_turns" ADD CONSTRAINT "agent_turns_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agent_turns" ADD CONSTRAINT "agent_turns_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "call_commands" ADD CONSTRAINT "call_commands_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "call_commands" ADD CONSTRAINT "call_commands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "call_turns" ADD CONSTRAINT "call_turns_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "calls" ADD CONSTRAINT "calls_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "calls" ADD CONSTRAINT "calls_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "person_requests" ADD CONSTRAINT "person_requests_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "person_requests" ADD CONSTRAINT "person_requests_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "relay_sessions" ADD CONSTRAINT "relay_sessions_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "api_tokens_hash_index" ON "api_tokens" USING btree ("hash");
CREATE INDEX "api_tokens_user_index" ON "api_tokens" USING btree ("user_id");
CREATE INDEX "idempotency_keys_created_index" ON "idempotency_keys" USING btree ("created_at");
CREATE UNIQUE INDEX "own_roles_name_index" ON "own_roles" USING btree (lower("name"));
CREATE INDEX "sessions_expire_index" ON "sessions" USING btree ("expire");
CREATE INDEX "sessions_user_index" ON "sessions" USING btree (("sess" ->> 'userId'));
CREATE UNIQUE INDEX "settings_category_key_index" ON "settings" USING btree ("category","key");
CREATE INDEX "sign_in_failures_bucket_index" ON "sign_in_failures" USING btree ("bucket","failed_at");
CREATE INDEX "users_own_role_index" ON "users" USING btree ("role_id") WHERE role_id IS NOT NULL;
CREATE INDEX "approvals_pending_index" ON "approvals" USING btree ("expires_at") WHERE state = 'pending';
CREATE INDEX "approvals_decided_index" ON "approvals" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state <> 'pending';
CREATE INDEX "approvals_token_index" ON "approvals" USING btree ("token_id","created_at" DESC NULLS LAST);
CREATE INDEX "approvals_person_index" ON "approvals" USING btree ("person_id");
CREATE INDEX "audit_logs_created_index" ON "audit_logs" USING btree ("created_at" DESC NULLS LAST);
CREATE INDEX "audit_logs_type_index" ON "audit_logs" USING btree ("event_type","created_at" DESC NULLS LAST);
CREATE INDEX "audit_logs_user_index" ON "audit_logs" USING btree ("user_id","seq" DESC NULLS LAST) WHERE user_id IS NOT NULL;
CREATE INDEX "audit_logs_entity_index" ON "audit_logs" USING btree ("entity_type","entity_id");
CREATE INDEX "rule_runs_rule_index" ON "rule_runs" USING btree ("rule_id","created_at" DESC NULLS LAST);
CREATE INDEX "rule_runs_person_index" ON "rule_runs" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "rule_versions_rule_index" ON "rule_versions" USING btree ("rule_id","version");
CREATE INDEX "batch_rows_person_index" ON "batch_rows" USING btree ("person_id") WHERE person_id IS NOT NULL;
CREATE INDEX "batches_created_index" ON "batches" USING btree ("created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "import_mappings_headers_index" ON "import_mappings" USING btree ("headers");
CREATE INDEX "consent_records_person_index" ON "consent_records" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "consent_records_created_index" ON "consent_records" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "reviews_person_index" ON "reviews" USING btree ("person_id");
CREATE INDEX "suppressions_address_index" ON "suppressions" USING btree ("address_hash","created_at" DESC NULLS LAST);
CREATE INDEX "suppressions_created_index" ON "suppressions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE UNIQUE INDEX "api_keys_service_name_index" ON "api_keys" USING btree ("service","key_name");
CREATE INDEX "drafts_person_index" ON "drafts" USING btree ("person_id");
CREATE INDEX "episodes_person_index" ON "episodes" USING btree ("person_id","opened_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "episodes_open_index" ON "episodes" USING btree ("person_id") WHERE closed_at IS NULL;
CREATE INDEX "episodes_opened_index" ON "episodes" USING btree ("opened_at" DESC NULLS LAST);
CREATE INDEX "messages_time_index" ON "messages" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "messages_person_index" ON "messages" USING btree ("person_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "messages_text_index" ON "messages" USING gin (fold_text("text") gin_trgm_ops);
CREATE INDEX "notes_person_index" ON "notes" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "outgoing_files_action_index" ON "outgoing_files" USING btree ("action_id") WHERE action_id IS NOT NULL;
CREATE INDEX "outgoing_files_person_index" ON "outgoing_files" USING btree ("person_id");
CREATE INDEX "outgoing_files_content_index" ON "outgoing_files" USING btree ("sha256");
CREATE INDEX "outgoing_files_unsent_index" ON "outgoing_files" USING btree ("created_at") WHERE action_id IS NULL;
CREATE INDEX "reply_suggestions_person_index" ON "reply_suggestions" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "saved_replies_name_index" ON "saved_replies" USING btree (lower("name"),"language");
CREATE INDEX "tasks_person_index" ON "tasks" USING btree ("person_id","due_at");
CREATE INDEX "tasks_owner_index" ON "tasks" USING btree ("owner_id","due_at") WHERE done_at IS NULL;
CREATE INDEX "tasks_due_index" ON "tasks" USING btree ("due_at") WHERE done_at IS NULL AND reminded_at IS NULL;
CREATE INDEX "thread_reads_person_index" ON "thread_reads" USING btree ("person_id");
CREATE INDEX "threads_state_index" ON "threads" USING btree ("state","last_item_at" DESC NULLS LAST,"person_id");
CREATE INDEX "threads_owner_index" ON "threads" USING btree ("owner_id","state","last_item_at" DESC NULLS LAST,"person_id");
CREATE INDEX "threads_team_index" ON "threads" USING btree ("team_id","state","last_item_at" DESC NULLS LAST,"person_id") WHERE team_id IS NOT NULL;
CREATE INDEX "threads_team_unassigned_index" ON "threads" USING btree ("team_id","last_item_at" DESC NULLS LAST,"person_id") WHERE team_id IS NOT NULL AND owner_id IS NULL AND state = 'open';
CREATE INDEX "threads_team_waiting_index" ON "threads" USING btree ("team_id","waiting_since","person_id") WHERE team_id IS NOT NULL AND waiting_since IS NOT NULL AND state = 'open';
CREATE INDEX "threads_unassigned_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE owner_id IS NULL AND state = 'open';
CREATE INDEX "threads_waiting_index" ON "threads" USING btree ("waiting_since","person_id") WHERE waiting_since IS NOT NULL AND state = 'open';
CREATE INDEX "threads_snoozed_index" ON "threads" USING btree ("snoozed_until","person_id") WHERE state = 'snoozed';
CREATE INDEX "threads_review_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE under_review;
CREATE INDEX "threads_not_sent_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE not_sent;
CREATE INDEX "deletions_target_index" ON "deletions" USING btree ("target_id");
CREATE INDEX "erasures_person_index" ON "erasures" USING btree ("person_id");
CREATE INDEX "recording_deletions_status_index" ON "recording_deletions" USING btree ("status","next_attempt_at");
CREATE INDEX "recording_deletions_provider_index" ON "recording_deletions" USING btree ("messenger","provider_call_id");
CREATE INDEX "retention_runs_created_index" ON "retention_runs" USING btree ("created_at" DESC NULLS LAST);
CREATE INDEX "actions_due_index" ON "actions" USING btree ("not_before") WHERE status IN ('pending', 'held', 'dispatching');
CREATE INDEX "actions_provider_index" ON "actions" USING btree ("messenger","provider_id") WHERE provider_id IS NOT NULL;
CREATE INDEX "actions_price_due_index" ON "actions" USING btree ("price_due_at") WHERE price_due_at IS NOT NULL;
CREATE INDEX "actions_unknown_index" ON "actions" USING btree ("created_at") WHERE status = 'unknown';
CREATE INDEX "actions_person_index" ON "actions" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "actions_rule_index" ON "actions" USING btree ("rule_id");
CREATE INDEX "actions_run_index" ON "actions" USING btree ("rule_run_id") WHERE rule_run_id IS NOT NULL;
CREATE INDEX "actions_created_index" ON "actions" USING btree ("created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "conversations_person_index" ON "conversations" USING btree ("person_id","channel");
CREATE UNIQUE INDEX "delivery_receipts_once_index" ON "delivery_receipts" USING btree ("messenger","provider_id","status");
CREATE INDEX "delivery_receipts_action_index" ON "delivery_receipts" USING btree ("action_id") WHERE action_id IS NOT NULL;
CREATE UNIQUE INDEX "message_templates_name_index" ON "message_templates" USING btree ("name","channel","language");
CREATE INDEX "form_submissions_form_index" ON "form_submissions" USING btree ("form_id","created_at" DESC NULLS LAST);
CREATE INDEX "form_submissions_created_index" ON "form_submissions" USING btree ("created_at");
CREATE INDEX "form_submissions_waiting_index" ON "form_submissions" USING btree ("form_id","created_at") WHERE email_confirmed_at IS NULL AND phone_confirmed_at IS NULL AND (email_asked_at IS NOT NULL OR phone_asked_at IS NOT NULL);
CREATE INDEX "form_submissions_unlinked_index" ON "form_submissions" USING btree ("created_at") WHERE person_id IS NULL;
CREATE INDEX "form_submissions_texted_index" ON "form_submissions" USING btree ("phone_asked_at") WHERE phone_asked_at IS NOT NULL;
CREATE INDEX "form_submissions_person_index" ON "form_submissions" USING btree ("person_id");
CREATE INDEX "form_submissions_email_index" ON "form_submissions" USING btree ("email") WHERE email_asked_at IS NOT NULL;
CREATE INDEX "form_submissions_phone_index" ON "form_submissions" USING btree ("phone") WHERE phone_asked_at IS NOT NULL;
CREATE INDEX "event_files_event_index" ON "event_files" USING btree ("event_id");
CREATE INDEX "event_files_content_index" ON "event_files" USING btree ("sha256");
CREATE UNIQUE INDEX "events_deduplication_index" ON "events" USING btree ("endpoint_id","deduplication_key") WHERE deduplication_key IS NOT NULL;
CREATE INDEX "events_endpoint_index" ON "events" USING btree ("endpoint_id","created_at" DESC NULLS LAST);
CREATE INDEX "events_person_index" ON "events" USING btree ("person_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE person_id IS NOT NULL;
CREATE INDEX "events_body_index" ON "events" USING btree ("body_id") WHERE body_id IS NOT NULL;
CREATE INDEX "events_created_index" ON "events" USING brin ("created_at");
CREATE INDEX "events_unread_index" ON "events" USING btree ("id") WHERE validation_status = 'received';
CREATE INDEX "events_status_index" ON "events" USING btree ("endpoint_id","validation_status","created_at" DESC NULLS LAST) WHERE validation_status NOT IN ('valid', 'received');
CREATE INDEX "message_readings_person_index" ON "message_readings" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "replay_keys_created_index" ON "replay_keys" USING brin ("created_at");
CREATE UNIQUE INDEX "chat_threads_thread_index" ON "chat_threads" USING btree ("service","channel","thread_id");
CREATE INDEX "chat_threads_person_index" ON "chat_threads" USING btree ("person_id");
CREATE UNIQUE INDEX "chat_users_user_index" ON "chat_users" USING btree ("service","user_id");
CREATE UNIQUE INDEX "external_tasks_external_index" ON "external_tasks" USING btree ("service","external_id") WHERE external_id IS NOT NULL;
CREATE INDEX "external_tasks_person_index" ON "external_tasks" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "external_tasks_open_index" ON "external_tasks" USING btree ("checked_at") WHERE state = 'open';
CREATE UNIQUE INDEX "integration_work_key_index" ON "integration_work" USING btree ("service","kind","key") WHERE key IS NOT NULL;
CREATE INDEX "integration_work_due_index" ON "integration_work" USING btree ("service","due_at") WHERE state = 'waiting';
CREATE INDEX "integration_work_person_index" ON "integration_work" USING btree ("person_id") WHERE person_id IS NOT NULL;
CREATE INDEX "integration_work_failed_index" ON "integration_work" USING btree ("service","updated_at" DESC NULLS LAST) WHERE state = 'failed';
CREATE INDEX "knowledge_entries_updated_index" ON "knowledge_entries" USING btree ("updated_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "knowledge_passages_entry_index" ON "knowledge_passages" USING btree ("entry_id","position");
CREATE INDEX "knowledge_passages_search_index" ON "knowledge_passages" USING gin ("search");
CREATE INDEX "knowledge_words_trigram_index" ON "knowledge_words" USING gin ("word" gin_trgm_ops);
CREATE INDEX "unanswered_questions_open_index" ON "unanswered_questions" USING btree ("created_at" DESC NULLS LAST) WHERE resolved_at IS NULL;
CREATE UNIQUE INDEX "score_models_version_index" ON "score_models" USING btree ("score","version");
CREATE UNIQUE INDEX "score_models_in_use_index" ON "score_models" USING btree ("score") WHERE is_in_use;
CREATE INDEX "score_models_training_index" ON "score_models" USING btree ("training_id");
CREATE INDEX "score_snapshots_taken_index" ON "score_snapshots" USING btree ("taken_at");
CREATE INDEX "score_trainings_created_index" ON "score_trainings" USING btree ("created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "score_trainings_open_index" ON "score_trainings" USING btree ((true)) WHERE state IN ('waiting', 'running');
CREATE INDEX "location_queue_due_index" ON "location_queue" USING btree ("needs_vendor","due_at");
CREATE INDEX "person_locations_point_index" ON "person_locations" USING gist (point(longitude, latitude)) WHERE latitude IS NOT NULL;
CREATE INDEX "person_locations_area_index" ON "person_locations" USING btree ("area_code" COLLATE "C","person_id");
CREATE INDEX "person_locations_lookup_index" ON "person_locations" USING btree ("lookup_hash");
CREATE INDEX "person_locations_expiry_index" ON "person_locations" USING btree ("geocoded_at") WHERE provider = 'google';
CREATE INDEX "notifications_team_index" ON "notifications" USING btree ("team_id") WHERE team_id IS NOT NULL;
CREATE INDEX "notifications_created_index" ON "notifications" USING btree ("created_at" DESC NULLS LAST);
CREATE INDEX "mcp_request_states_expires_index" ON "mcp_request_states" USING btree ("expires_at");
CREATE INDEX "mcp_request_states_approval_index" ON "mcp_request_states" USING btree ("approval_id");
CREATE INDEX "oauth_clients_created_index" ON "oauth_clients" USING btree ("created_at");
CREATE INDEX "oauth_codes_expires_index" ON "oauth_codes" USING btree ("expires_at");
CREATE INDEX "oauth_refresh_tokens_token_index" ON "oauth_refresh_tokens" USING btree ("token_id");
CREATE UNIQUE INDEX "ai_profiles_person_index" ON "ai_profiles" USING btree ("person_id");
CREATE INDEX "ai_profiles_score_index" ON "ai_profiles" USING btree ("intent_score","person_id");
CREATE INDEX "people_updated_index" ON "people" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "people_agent_index" ON "people" USING btree ("assigned_agent_id") WHERE assigned_agent_id IS NOT NULL;
CREATE INDEX "people_type_index" ON "people" USING btree ("type","status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "people_status_index" ON "people" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "people_name_index" ON "people" USING btree ((left(ltrim("search"), 100)) COLLATE "C","id");
CREATE INDEX "people_stage_index" ON "people" USING btree (array_position(ARRAY['new'::text, 'qualified'::text, 'contacted'::text, 'converted'::text], "status"),"id");
CREATE INDEX "people_tags_index" ON "people" USING gin ("tags");
CREATE INDEX "people_fields_index" ON "people" USING gin ("fields" jsonb_path_ops);
CREATE INDEX "people_created_index" ON "people" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "people_search_index" ON "people" USING gin ("search" gin_trgm_ops);
CREATE INDEX "people_further_addresses_index" ON "people" USING gin ("further_addresses" gin_trgm_ops) WHERE further_addresses IS NOT NULL;
CREATE UNIQUE INDEX "possible_duplicates_pair_index" ON "possible_duplicates" USING btree ("person_id","other_id");
CREATE INDEX "possible_duplicates_other_index" ON "possible_duplicates" USING btree ("other_id");
CREATE INDEX "possible_duplicates_open_index" ON "possible_duplicates" USING btree ("weight" DESC NULLS LAST,"id") WHERE decision IS NULL;
CREATE INDEX "timeline_cause_index" ON "timeline" USING btree ("caused_by") WHERE caused_by IS NOT NULL;
CREATE INDEX "timeline_person_index" ON "timeline" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE INDEX "timeline_created_index" ON "timeline" USING btree ("created_at" DESC NULLS LAST);
CREATE INDEX "timeline_held_index" ON "timeline" USING btree ("created_at") WHERE event_type = 'message_held';
CREATE INDEX "merged_people_survivor_index" ON "merged_people" USING btree ("survivor_id");
CREATE INDEX "merged_people_batch_index" ON "merged_people" USING btree ("batch_id");
CREATE UNIQUE INDEX "person_addresses_once_index" ON "person_addresses" USING btree ("person_id","kind","value");
CREATE UNIQUE INDEX "person_addresses_primary_index" ON "person_addresses" USING btree ("person_id","kind") WHERE is_primary;
CREATE INDEX "person_addresses_value_index" ON "person_addresses" USING btree ("value");
CREATE INDEX "person_addresses_hash_index" ON "person_addresses" USING btree ("hash") WHERE hash IS NOT NULL;
CREATE INDEX "person_addresses_unhashed_index" ON "person_addresses" USING btree ("id") WHERE hash IS NULL;
CREATE UNIQUE INDEX "recovery_codes_hash_index" ON "recovery_codes" USING btree ("second_factor_id","code_hash");
CREATE INDEX "sync_changes_created_index" ON "sync_changes" USING btree ("service","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "sync_changes_person_index" ON "sync_changes" USING btree ("person_id") WHERE person_id IS NOT NULL;
CREATE INDEX "sync_changes_pending_index" ON "sync_changes" USING btree ("service","person_id") WHERE state = 'pending';
CREATE UNIQUE INDEX "sync_links_remote_index" ON "sync_links" USING btree ("service","remote_id");
CREATE UNIQUE INDEX "sync_links_person_index" ON "sync_links" USING btree ("person_id","service") WHERE person_id IS NOT NULL;
CREATE INDEX "sync_links_missing_index" ON "sync_links" USING btree ("service","remote_id") WHERE missing_at IS NOT NULL AND gone_at IS NULL;
CREATE INDEX "sync_queue_service_index" ON "sync_queue" USING btree ("service","id");
CREATE UNIQUE INDEX "invitations_hash_index" ON "invitations" USING btree ("hash");
CREATE UNIQUE INDEX "invitations_open_index" ON "invitations" USING btree ("email") WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX "team_members_user_index" ON "team_members" USING btree ("user_id");
CREATE UNIQUE INDEX "teams_name_index" ON "teams" USING btree (lower("name"));
CREATE INDEX "ai_calls_purpose_index" ON "ai_calls" USING btree ("purpose","created_at" DESC NULLS LAST);
CREATE INDEX "counters_metric_index" ON "counters" USING btree ("metric","hour");
CREATE INDEX "usage_service_index" ON "usage" USING btree ("service","created_at" DESC NULLS LAST);
CREATE INDEX "usage_created_index" ON "usage" USING btree ("created_at" DESC NULLS LAST);
CREATE INDEX "usage_person_index" ON "usage" USING btree ("person_id","action_id") WHERE person_id IS NOT NULL;
CREATE INDEX "view_positions_view_index" ON "view_positions" USING btree ("view_id");
CREATE UNIQUE INDEX "views_segment_name_index" ON "views" USING btree (lower("name")) WHERE kind = 'segment';
CREATE INDEX "views_owner_index" ON "views" USING btree ("owner_id");
CREATE UNIQUE INDEX "agent_turns_call_index" ON "agent_turns" USING btree ("call_id","epoch");
CREATE INDEX "call_commands_open_index" ON "call_commands" USING btree ("call_id") WHERE done_at IS NULL;
CREATE UNIQUE INDEX "call_turns_key_index" ON "call_turns" USING btree ("call_id","key");
CREATE INDEX "calls_person_index" ON "calls" USING btree ("person_id");
CREATE INDEX "calls_created_index" ON "calls" USING btree ("created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "calls_provider_index" ON "calls" USING btree ("provider_call_id") WHERE provider_call_id IS NOT NULL;
CREATE INDEX "calls_running_index" ON "calls" USING btree ("created_at") WHERE status IN ('ringing', 'in_progress');
CREATE INDEX "person_requests_person_index" ON "person_requests" USING btree ("person_id","created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "relay_sessions_token_index" ON "relay_sessions" USING btree ("token_hash");
CREATE INDEX "relay_sessions_call_index" ON "relay_sessions" USING btree ("call_id");
CREATE UNIQUE INDEX "script_versions_script_index" ON "script_versions" USING btree ("script_id","version");
CREATE INDEX "webhook_deliveries_log_index" ON "webhook_deliveries" USING btree ("subscription_id","seq");
CREATE INDEX "webhook_deliveries_queue_index" ON "webhook_deliveries" USING btree ("subscription_id","seq") WHERE state = 'queued';
CREATE INDEX "webhook_deliveries_due_index" ON "webhook_deliveries" USING btree ("subscription_id","next_attempt_at") WHERE state = 'retrying';
CREATE INDEX "webhook_deliveries_person_index" ON "webhook_deliveries" USING btree ("person_id","subscription_id") WHERE state IN ('retrying', 'behind');
CREATE INDEX "webhook_deliveries_failed_index" ON "webhook_deliveries" USING btree ("subscription_id","seq") WHERE state IN ('retrying', 'behind', 'failed');
CREATE INDEX "webhook_events_person_index" ON "webhook_events" USING btree ("person_id");
CREATE INDEX "webhook_events_created_index" ON "webhook_events" USING btree ("created_at");

-- Accepted events that no worker has read yet. The table inherits from events, so that every query of events sees these
-- too. With one index, no counters and no foreign key, accepting an event stays cheap; reading moves it to events.
CREATE TABLE IF NOT EXISTS unread_events (PRIMARY KEY (id)) INHERITS (events);
ALTER TABLE unread_events ALTER COLUMN validation_status SET DEFAULT 'received';

-- The table fills and empties all the time.
ALTER TABLE unread_events SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- No query filters by whole documents, so their statistics are not collected: analysing them sorts thousands of them.
ALTER TABLE events
  ALTER COLUMN raw_data SET STATISTICS 0,
  ALTER COLUMN processed_data SET STATISTICS 0,
  ALTER COLUMN problems SET STATISTICS 0;
ALTER TABLE timeline ALTER COLUMN metadata SET STATISTICS 0;

-- Updated with every event of a person: the free space keeps the new version on the same page.
ALTER TABLE ai_profiles ALTER COLUMN history SET STATISTICS 0, SET (fillfactor = 70);

-- Short-lived rows: compressing them would cost more than it saves.
ALTER TABLE reaction_queue ALTER COLUMN reactions SET STORAGE EXTERNAL;

-- Appends to the audit chain under one lock, because each hash covers the one before it.
CREATE OR REPLACE FUNCTION audit_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
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

-- Insert-only tables, except for an erasure, which sets faro.erasing for its transaction. It may empty the personal
-- fields of audit entries and the reasons of opt-outs, which may quote the person, and delete consents and receipts;
-- the rows of suppressions always stay.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME;
END
$$;

CREATE OR REPLACE TRIGGER audit_logs_insert_only BEFORE DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER consent_records_insert_only BEFORE UPDATE OR TRUNCATE ON consent_records
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER suppressions_insert_only BEFORE DELETE OR TRUNCATE ON suppressions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER delivery_receipts_insert_only BEFORE UPDATE OR TRUNCATE ON delivery_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER audit_logs_no_update BEFORE UPDATE ON audit_logs
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER consent_records_no_delete BEFORE DELETE ON consent_records
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER delivery_receipts_no_delete BEFORE DELETE ON delivery_receipts
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER suppressions_no_update BEFORE UPDATE ON suppressions
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

-- An approval is decided once, and what was asked for never changes.
CREATE OR REPLACE FUNCTION approvals_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An approval is decided once, and its content never changes';
END
$$;

CREATE OR REPLACE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content OR (OLD.state <> 'pending' AND NEW.state IS DISTINCT FROM OLD.state))
  EXECUTE FUNCTION approvals_decided_once();

-- A restore brings the counters along with the rows, so it turns their triggers off by a setting.
CREATE OR REPLACE FUNCTION counters_enabled() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('faro.restoring', true), '') <> 'on'
$$;

-- Dashboards read hourly counters of events by endpoint instead of scanning the table.
CREATE OR REPLACE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, count(*)
      FROM new_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, count(*)
      FROM new_rows WHERE pii_detected GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, -count(*)
      FROM old_rows GROUP BY 1, 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, -count(*)
      FROM old_rows WHERE pii_detected GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_counted_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();

CREATE OR REPLACE TRIGGER events_counted_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();

-- Adds the new rows and subtracts the old ones in one aggregation. A join of the two transition tables took quadratic
-- time, because its plan was cached for a handful of rows.
CREATE OR REPLACE FUNCTION count_events_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'events', endpoint_id::text, sum(n)
    FROM (SELECT created_at, endpoint_id, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, endpoint_id, -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0
  UNION ALL
  SELECT date_trunc('hour', created_at, 'UTC'), 'events_pii', endpoint_id::text, sum(n)
    FROM (SELECT created_at, endpoint_id, 1 AS n FROM new_rows WHERE pii_detected
          UNION ALL
          SELECT created_at, endpoint_id, -1 FROM old_rows WHERE pii_detected) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_counted_update AFTER UPDATE ON events
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_events_change();

-- A test send is counted apart from the actions, whatever became of it.
CREATE OR REPLACE FUNCTION counted_status(status text, simulation text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' THEN 'simulated' ELSE status END
$$;

-- Dashboards read hourly counters of actions by channel and status instead of scanning the table.
CREATE OR REPLACE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), count(*)
      FROM new_rows GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), -count(*)
      FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_counted_insert AFTER INSERT ON actions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();

CREATE OR REPLACE TRIGGER actions_counted_delete AFTER DELETE ON actions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_actions();

-- Adds the new rows and subtracts the old ones in one aggregation; see count_events_change.
CREATE OR REPLACE FUNCTION count_actions_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted, sum(n)
    FROM (SELECT created_at, type, counted_status(status, simulation) AS counted, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, type, counted_status(status, simulation), -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_counted_update AFTER UPDATE ON actions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_actions_change();

-- A lead is active from its creation until its conversion. The metrics `people`, `reached` and `consents` have no time.
CREATE OR REPLACE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
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
    SELECT timestamptz 'epoch', 'consents', key, count(*)
      FROM new_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  ELSE
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
    SELECT timestamptz 'epoch', 'consents', key, -count(*)
      FROM old_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_counted_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();

CREATE OR REPLACE TRIGGER people_counted_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();

-- Adds the new rows and subtracts the old ones in one aggregation; see count_events_change.
CREATE OR REPLACE FUNCTION count_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT counted.hour, counted.metric, counted.dimension, sum(changes.n * counted.n)
    FROM (SELECT type, status, stage_reached, consents, created_at, converted_at, 1 AS n FROM new_rows
          UNION ALL
          SELECT type, status, stage_reached, consents, created_at, converted_at, -1 FROM old_rows) changes,
         LATERAL (
           SELECT timestamptz 'epoch' AS hour, 'people' AS metric, type || ':' || status AS dimension, 1 AS n
           UNION ALL
           SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, 1
           UNION ALL
           SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', 1 WHERE type = 'lead'
           UNION ALL
           SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', -1
            WHERE type = 'lead' AND converted_at IS NOT NULL
           UNION ALL
           SELECT timestamptz 'epoch', 'consents', key, 1 FROM jsonb_each(consents) WHERE value = 'true'
         ) counted
   GROUP BY 1, 2, 3 HAVING sum(changes.n * counted.n) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_counted_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people_change();

-- The costs of a day or month are read from hourly counters of usage by service.
CREATE OR REPLACE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER usage_counted_insert AFTER INSERT ON usage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();

CREATE OR REPLACE TRIGGER usage_counted_delete AFTER DELETE ON usage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_usage();

-- A cost is often known only later: the counters follow, in the hour of the use.
CREATE OR REPLACE FUNCTION count_usage_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER usage_counted_update AFTER UPDATE ON usage
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_usage_change();

-- Sums up the deltas of each counter. Deltas that are appended meanwhile are not seen and stay for the next run.
-- They are found by their place in the table: one look-up for each, whatever plan is cached.
CREATE OR REPLACE FUNCTION compact_counters() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  compacted bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('faro counters', 0)) THEN RETURN 0; END IF;
  WITH removed AS (
    DELETE FROM counters WHERE ctid = ANY (ARRAY(
      SELECT place FROM (
        SELECT ctid AS place, count(*) OVER (PARTITION BY metric, hour, dimension) AS deltas FROM counters
      ) counted WHERE deltas > 1
    ))
    RETURNING counters.*
  ), summed AS (
    INSERT INTO counters (hour, metric, dimension, count, amount)
    SELECT hour, metric, dimension, sum(count), sum(amount) FROM removed GROUP BY 1, 2, 3
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  )
  SELECT count(*) INTO compacted FROM removed;
  RETURN compacted;
END
$$;

-- The rank of a stage, so that the furthest one can be kept; an unknown stage ranks as the first.
CREATE OR REPLACE FUNCTION stage_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'qualified' THEN 1 WHEN 'contacted' THEN 2 WHEN 'converted' THEN 3 ELSE 0 END)::smallint
$$;

-- Keeps the furthest stage and the time of the conversion, whichever statement changes the status.
CREATE OR REPLACE FUNCTION update_stage_reached() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage_reached := greatest(NEW.stage_reached, stage_rank(NEW.status));
  IF NEW.status = 'converted' AND NEW.converted_at IS NULL THEN NEW.converted_at := now(); END IF;
  IF NEW.status <> 'converted' THEN NEW.converted_at := NULL; END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER people_stage BEFORE INSERT OR UPDATE OF status ON people
  FOR EACH ROW EXECUTE FUNCTION update_stage_reached();

-- The primary addresses of people are also in person_addresses, where a person is looked up by any address.
CREATE OR REPLACE FUNCTION mirror_new_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings them itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO person_addresses (person_id, kind, value, is_primary, created_at)
  SELECT id, 'email', lower(email), true, created_at FROM new_rows WHERE email IS NOT NULL
  UNION ALL
  SELECT id, 'phone', phone, true, created_at FROM new_rows WHERE phone IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_addresses_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mirror_new_addresses();

-- Keeps the primary addresses equal to the columns of people. An address that is replaced stays as a further one if the
-- person has written from it, or if an opt-out may rest on it.
CREATE OR REPLACE FUNCTION mirror_changed_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most updates change no address. Not a join; see queue_changed_people.
  IF NOT EXISTS (SELECT id, lower(email), phone FROM new_rows EXCEPT SELECT id, lower(email), phone FROM old_rows) THEN
    RETURN NULL;
  END IF;
  WITH replaced AS (
    SELECT n.id AS person_id, 'email' AS kind, lower(o.email) AS value FROM new_rows n JOIN old_rows o USING (id)
     WHERE o.email IS NOT NULL AND lower(n.email) IS DISTINCT FROM lower(o.email)
    UNION ALL
    SELECT n.id, 'phone', o.phone FROM new_rows n JOIN old_rows o USING (id)
     WHERE o.phone IS NOT NULL AND n.phone IS DISTINCT FROM o.phone),
  removed AS (
    DELETE FROM person_addresses a USING replaced r
     WHERE a.person_id = r.person_id AND a.kind = r.kind AND a.value = r.value AND a.last_inbound_at IS NULL
       AND a.hash IS NOT NULL AND NOT EXISTS (SELECT FROM suppressions s WHERE s.address_hash = a.hash)
    RETURNING a.id)
  UPDATE person_addresses a SET is_primary = false FROM replaced r
   WHERE a.person_id = r.person_id AND a.kind = r.kind AND a.value = r.value
     AND a.id NOT IN (SELECT id FROM removed);
  INSERT INTO person_addresses (person_id, kind, value, is_primary)
  SELECT n.id, 'email', lower(n.email), true FROM new_rows n JOIN old_rows o USING (id)
   WHERE n.email IS NOT NULL AND lower(n.email) IS DISTINCT FROM lower(o.email)
  UNION ALL
  SELECT n.id, 'phone', n.phone, true FROM new_rows n JOIN old_rows o USING (id)
   WHERE n.phone IS NOT NULL AND n.phone IS DISTINCT FROM o.phone
  ON CONFLICT (person_id, kind, value) DO UPDATE SET is_primary = true;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_addresses_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mirror_changed_addresses();

-- Further addresses beside the person, so that one index scan of people finds a person by any of them; an account is
-- found by its name, which is its label. They are few: the triggers do nothing for primary addresses.
CREATE OR REPLACE FUNCTION note_further_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings the column itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE people p SET further_addresses = further.addresses
    FROM (SELECT id, (SELECT fold_text(string_agg(
                               CASE a.kind WHEN 'x' THEN coalesce(a.label, a.value) ELSE a.value END, ' ' ORDER BY a.id))
                        FROM person_addresses a WHERE a.person_id = changed.id AND NOT a.is_primary) AS addresses
            FROM (VALUES (OLD.person_id), (NEW.person_id)) AS changed (id)) further
   WHERE p.id = further.id AND p.further_addresses IS DISTINCT FROM further.addresses;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER person_addresses_further_insert AFTER INSERT ON person_addresses
  FOR EACH ROW WHEN (NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();

CREATE OR REPLACE TRIGGER person_addresses_further_update
  AFTER UPDATE OF person_id, value, is_primary, label ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary OR NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();

CREATE OR REPLACE TRIGGER person_addresses_further_delete AFTER DELETE ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary) EXECUTE FUNCTION note_further_addresses();

-- People with a postal address are queued to be located.
CREATE OR REPLACE FUNCTION queue_new_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue (person_id)
  SELECT n.id FROM new_rows n WHERE n.zip IS NOT NULL OR n.town IS NOT NULL OR n.region IS NOT NULL
  ON CONFLICT (person_id) DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_location_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_locations();

-- People whose postal address changed are located again. A change of custom fields counts, because one of them may hold
-- the street; the look-up of an address that is the same is skipped. Rows are compared by EXCEPT; see
-- queue_changed_people.
CREATE OR REPLACE FUNCTION queue_changed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue AS q (person_id)
  SELECT changed.id
    FROM (SELECT id, zip, town, region, CASE WHEN coalesce(zip, town, region) IS NOT NULL THEN fields END FROM new_rows
          EXCEPT
          SELECT id, zip, town, region, CASE WHEN coalesce(zip, town, region) IS NOT NULL THEN fields END FROM old_rows) changed
   ORDER BY changed.id
  ON CONFLICT (person_id) DO UPDATE
     SET version = q.version + 1, needs_vendor = false, attempts = 0, due_at = now();
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_location_update AFTER UPDATE ON people
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_locations();

-- A body holds the data of all its items, so it must not outlive one that is erased.
CREATE OR REPLACE FUNCTION drop_event_body() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_bodies WHERE id = OLD.body_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_body_erased AFTER UPDATE OF raw_data ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL AND OLD.raw_data IS DISTINCT FROM NEW.raw_data) EXECUTE FUNCTION drop_event_body();

CREATE OR REPLACE TRIGGER events_body_deleted AFTER DELETE ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL) EXECUTE FUNCTION drop_event_body();

-- A test send that the simulator accepted is never sent, delivered or read.
CREATE OR REPLACE FUNCTION send_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' AND status IN ('sent', 'delivered', 'read') THEN 'simulated' ELSE status END
$$;

-- The rank of a delivery status: a later receipt never moves a message back, and a delivery overrides a failure.
CREATE OR REPLACE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'simulated' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3
    WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;

-- A price that becomes known later is the cost of its send.
CREATE OR REPLACE FUNCTION copy_price_to_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage SET cost = NEW.price
   WHERE id = (SELECT id FROM usage WHERE person_id = NEW.person_id AND action_id = NEW.id
                ORDER BY ok DESC, created_at DESC LIMIT 1)
     AND cost <> NEW.price;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_priced AFTER UPDATE OF price ON actions FOR EACH ROW
  WHEN (NEW.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price) EXECUTE FUNCTION copy_price_to_usage();

-- Changes of which no subscription wants to know write nothing.
CREATE OR REPLACE FUNCTION webhook_wanted(VARIADIC wanted text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  -- A restore brings the events along with the rows.
  SELECT current_setting('faro.restoring', true) IS DISTINCT FROM 'on'
     AND EXISTS (SELECT FROM webhook_subscriptions WHERE events && wanted AND deleted_at IS NULL)
$$;

-- Times in events have the form of the API.
CREATE OR REPLACE FUNCTION webhook_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- A person as events show them; two of these are compared to find what changed.
CREATE OR REPLACE FUNCTION webhook_person(p people) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', p.id, 'type', p.type, 'status', p.status, 'firstName', p.first_name, 'lastName', p.last_name,
    'email', p.email, 'phone', p.phone, 'tags', p.tags, 'sources', p.sources, 'language', p.language,
    'zip', p.zip, 'region', p.region, 'town', p.town, 'timezone', p.timezone, 'consents', p.consents,
    'fields', p.fields, 'assignedAgentId', p.assigned_agent_id, 'createdAt', webhook_time(p.created_at))
$$;

-- Each subscription has its own deliveries, because it may fail and be retried alone.
CREATE OR REPLACE FUNCTION webhook_fan_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO webhook_deliveries (event_id, subscription_id, seq)
  SELECT n.id, s.id, n.seq
    FROM new_rows n JOIN webhook_subscriptions s ON n.type = ANY (s.events) AND s.deleted_at IS NULL
   WHERE NOT n.is_test;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER webhook_events_fan_out AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_fan_out();

-- Writes person.created, person.updated, person.merged and person.deleted in the transaction of the change.
CREATE OR REPLACE FUNCTION webhook_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT webhook_wanted('person.created') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.created', n.id, webhook_person(n) FROM new_rows n ORDER BY n.id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NOT webhook_wanted('person.updated') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.updated', n.id, made.after || jsonb_build_object('changed',
             (SELECT jsonb_agg(field.key ORDER BY field.key) FROM jsonb_each(made.after) field
               WHERE made.before -> field.key IS DISTINCT FROM field.value))
      FROM new_rows n JOIN old_rows o USING (id)
           -- With an offset the planner builds each once instead of wherever it is used.
           CROSS JOIN LATERAL (SELECT webhook_person(o) AS before, webhook_person(n) AS after OFFSET 0) made
     WHERE made.before <> made.after ORDER BY n.id;
  ELSE
    IF NOT webhook_wanted('person.deleted', 'person.merged') THEN RETURN NULL; END IF;
    -- A merge has stored where the person went before it deletes the row. What waits for the person that was merged
    -- goes before the news of the merge.
    UPDATE webhook_deliveries d SET person_id = m.survivor_id
      FROM old_rows o JOIN merged_people m ON m.id = o.id
     WHERE d.person_id = o.id AND d.state IN ('retrying', 'behind');
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.merged', m.survivor_id, jsonb_build_object('id', m.survivor_id, 'mergedId', o.id)
      FROM old_rows o JOIN merged_people m ON m.id = o.id ORDER BY o.id;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.deleted', o.id, jsonb_build_object('id', o.id)
      FROM old_rows o WHERE NOT EXISTS (SELECT FROM merged_people m WHERE m.id = o.id) ORDER BY o.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_webhooks_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

CREATE OR REPLACE TRIGGER people_webhooks_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

CREATE OR REPLACE TRIGGER people_webhooks_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

-- Writes what became of a message in the transaction that stores it.
CREATE OR REPLACE FUNCTION webhook_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('message.sent', 'message.delivered', 'message.read', 'message.failed', 'message.refused')
  THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT made.type, n.person_id, jsonb_build_object(
           'id', n.id, 'personId', n.person_id, 'channel', n.type, 'to', n.config -> 'rendered' -> 'to',
           'subject', n.config -> 'rendered' -> 'subject', 'text', n.config -> 'rendered' -> 'text',
           'messenger', n.messenger, 'providerId', n.provider_id, 'ruleId', n.rule_id, 'sentBy', n.sent_by,
           'simulation', n.simulation, 'createdAt', webhook_time(n.created_at))
         || CASE WHEN made.type IN ('message.failed', 'message.refused')
                 THEN jsonb_build_object('reasons', coalesce(n.reasons, '[]')) ELSE '{}' END
         || CASE WHEN made.type = 'message.failed'
                 THEN jsonb_build_object('error', n.result -> 'error') ELSE '{}' END
    FROM new_rows n JOIN old_rows o USING (id)
         CROSS JOIN LATERAL (
           SELECT CASE n.status WHEN 'sent' THEN 'message.sent' WHEN 'delivered' THEN 'message.delivered'
                                WHEN 'read' THEN 'message.read' WHEN 'failed' THEN 'message.failed'
                                WHEN 'blocked' THEN 'message.refused' END AS type) made
   WHERE n.status <> o.status AND made.type IS NOT NULL
     -- A call that was placed is reported by the calls.
     AND (n.type NOT IN ('call', 'voice_agent') OR n.status IN ('failed', 'blocked'))
     AND made.type IN (SELECT unnest(s.events) FROM webhook_subscriptions s WHERE s.deleted_at IS NULL)
   ORDER BY n.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_webhooks AFTER UPDATE ON actions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_actions();

-- Writes message.received in the transaction that stores the message.
CREATE OR REPLACE FUNCTION webhook_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('message.received') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'message.received', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'channel', n.channel,
           'text', n.text, 'receivedAt', webhook_time(n.at))
    FROM new_rows n WHERE n.direction = 'in' ORDER BY n.at, n.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER messages_webhooks AFTER INSERT ON messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_messages();

-- Writes call.started and call.ended in the transaction of the change.
CREATE OR REPLACE FUNCTION webhook_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT webhook_wanted('call.started') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'call.started', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'type', n.type,
             'phoneNumber', n.phone_number, 'status', n.status, 'language', n.language,
             'startedAt', webhook_time(n.created_at))
      FROM new_rows n ORDER BY n.id;
  ELSE
    IF NOT webhook_wanted('call.ended') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'call.ended', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'type', n.type,
             'phoneNumber', n.phone_number, 'status', n.status, 'language', n.language,
             'startedAt', webhook_time(n.created_at),
             'durationSeconds', n.duration, 'outcome', n.outcome, 'answeredAt', webhook_time(n.answered_at),
             'endedAt', webhook_time(n.ended_at))
      FROM new_rows n JOIN old_rows o USING (id) WHERE o.ended_at IS NULL AND n.ended_at IS NOT NULL ORDER BY n.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER calls_webhooks_insert AFTER INSERT ON calls REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_calls();

CREATE OR REPLACE TRIGGER calls_webhooks_update AFTER UPDATE ON calls
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_calls();

-- Writes consent.changed in the transaction that stores the consent.
CREATE OR REPLACE FUNCTION webhook_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('consent.changed') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'consent.changed', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'channel', n.channel,
           'purpose', n.purpose, 'state', n.state, 'method', n.method, 'changedAt', webhook_time(n.created_at))
    FROM new_rows n;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER consent_records_webhooks AFTER INSERT ON consent_records REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_consents();

-- An opt-out belongs to an address; the event is of every person who has it.
CREATE OR REPLACE FUNCTION webhook_suppressions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('consent.changed') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'consent.changed', holder.person_id, jsonb_build_object('id', n.id, 'personId', holder.person_id,
           'channel', n.scope, 'purpose', 'all', 'state', CASE n.state WHEN 'released' THEN 'opted_in' ELSE n.state END,
           'method', n.source, 'changedAt', webhook_time(n.created_at))
    FROM new_rows n
         CROSS JOIN LATERAL (SELECT DISTINCT a.person_id FROM person_addresses a WHERE a.hash = n.address_hash) holder
   WHERE NOT n.simulated;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER suppressions_webhooks AFTER INSERT ON suppressions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_suppressions();

-- Writes score.changed in the transaction that stores the scores.
CREATE OR REPLACE FUNCTION webhook_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('score.changed') THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    -- A profile without a model holds only what a user noted.
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'score.changed', n.person_id, jsonb_build_object('personId', n.person_id, 'intent', n.intent_score,
             'propensity', n.propensity_to_buy, 'churn', n.churn_risk, 'previous', NULL)
      FROM new_rows n WHERE n.model_version IS NOT NULL ORDER BY n.person_id;
  ELSE
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'score.changed', n.person_id, jsonb_build_object('personId', n.person_id, 'intent', n.intent_score,
             'propensity', n.propensity_to_buy, 'churn', n.churn_risk, 'previous', jsonb_build_object(
               'intent', o.intent_score, 'propensity', o.propensity_to_buy, 'churn', o.churn_risk))
      FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.intent_score, n.propensity_to_buy, n.churn_risk) <> (o.intent_score, o.propensity_to_buy, o.churn_risk)
     ORDER BY n.person_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER ai_profiles_webhooks_insert AFTER INSERT ON ai_profiles REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_scores();

CREATE OR REPLACE TRIGGER ai_profiles_webhooks_update AFTER UPDATE ON ai_profiles
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_scores();

-- Writes signal.detected in the transaction that stores the reading of a text.
CREATE OR REPLACE FUNCTION webhook_readings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('signal.detected') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'signal.detected', n.person_id, jsonb_build_object('messageId', n.event_id, 'personId', n.person_id,
           'channel', n.channel, 'intent', n.local -> 'intent', 'also', n.local -> 'also', 'asks', n.local -> 'asks',
           'objection', n.local -> 'objection', 'sentiment', n.local -> 'sentiment', 'urgency', n.local -> 'urgency',
           'language', n.local -> 'language')
    FROM new_rows n ORDER BY n.event_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER message_readings_webhooks AFTER INSERT ON message_readings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_readings();

-- Writes rule.fired in the transaction that stores the run.
CREATE OR REPLACE FUNCTION webhook_rule_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('rule.fired') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'rule.fired', n.person_id, jsonb_build_object('id', n.id, 'ruleId', n.rule_id, 'ruleName', r.name,
           'version', n.version, 'personId', n.person_id, 'reasons', n.why)
    FROM new_rows n LEFT JOIN rules r ON r.id = n.rule_id WHERE n.fired;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER rule_runs_webhooks AFTER INSERT ON rule_runs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_rule_runs();

-- New people are sent to synced vendors, except to the one that a sync has just read them from (faro.syncing).
CREATE OR REPLACE FUNCTION queue_new_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, n.id FROM sync_connections s CROSS JOIN new_rows n
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_people();

-- Changed people are sent to synced vendors, except to the one that a sync has just read the change from (faro.syncing).
-- Rows are compared by EXCEPT, because a join of the two transition tables takes quadratic time with a plan that was
-- cached for a handful of rows.
CREATE OR REPLACE FUNCTION queue_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sync_connections WHERE phase IN ('load', 'live')) THEN RETURN NULL; END IF;
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, changed.id
    FROM sync_connections s CROSS JOIN (
           SELECT id, updated_at, consents, status FROM new_rows
           EXCEPT
           SELECT id, updated_at, consents, status FROM old_rows) changed
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_people();

-- The link stays without the person: the contact must not bring back who was deleted here.
CREATE OR REPLACE FUNCTION unlink_deleted_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, remote_id)
  SELECT l.service, l.remote_id FROM sync_links l JOIN old_rows o ON o.id = l.person_id WHERE l.gone_at IS NULL
     AND l.service IS DISTINCT FROM current_setting('faro.syncing', true);
  UPDATE sync_links l SET person_id = NULL, "values" = '{}', problems = '[]', updated_at = now()
    FROM old_rows o WHERE l.person_id = o.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_sync_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION unlink_deleted_people();

-- An opt-out is sent to synced vendors for every person who has the address.
CREATE OR REPLACE FUNCTION queue_opted_out_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT DISTINCT s.service, a.person_id
    FROM sync_connections s CROSS JOIN new_rows n JOIN person_addresses a ON a.hash = n.address_hash
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER suppressions_sync_insert AFTER INSERT ON suppressions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_opted_out_people();

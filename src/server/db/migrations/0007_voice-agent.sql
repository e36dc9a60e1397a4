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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "unanswered_questions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"question" text NOT NULL,
	"language" text,
	"person_id" uuid,
	"call_id" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "call_commands" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"call_id" uuid NOT NULL,
	"command" jsonb NOT NULL,
	"user_id" uuid,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"script_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";--> statement-breakpoint
ALTER TABLE "ai_calls" DROP CONSTRAINT "ai_calls_purpose_check";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "provider_call_id" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "our_number" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "script_id" uuid;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "script_version" integer;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "handoff_reason" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "handoff_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "handoff_note" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "recording_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "recording_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "model_cost" numeric(12, 6);--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "goals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "knowledge_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_entries" ADD CONSTRAINT "knowledge_entries_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_entry_id_knowledge_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."knowledge_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_turns" ADD CONSTRAINT "agent_turns_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_turns" ADD CONSTRAINT "agent_turns_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_commands" ADD CONSTRAINT "call_commands_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_commands" ADD CONSTRAINT "call_commands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_turns" ADD CONSTRAINT "call_turns_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_requests" ADD CONSTRAINT "person_requests_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_requests" ADD CONSTRAINT "person_requests_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_sessions" ADD CONSTRAINT "relay_sessions_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_entries_updated_index" ON "knowledge_entries" USING btree ("updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_passages_entry_index" ON "knowledge_passages" USING btree ("entry_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_passages_search_index" ON "knowledge_passages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "knowledge_passages_trigram_index" ON "knowledge_passages" USING gin ((fold_text(title || ' ' || body)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "unanswered_questions_open_index" ON "unanswered_questions" USING btree ("created_at" DESC NULLS LAST) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_turns_call_index" ON "agent_turns" USING btree ("call_id","epoch");--> statement-breakpoint
CREATE INDEX "call_commands_open_index" ON "call_commands" USING btree ("call_id") WHERE done_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "call_turns_key_index" ON "call_turns" USING btree ("call_id","key");--> statement-breakpoint
CREATE INDEX "person_requests_person_index" ON "person_requests" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "relay_sessions_token_index" ON "relay_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "relay_sessions_call_index" ON "relay_sessions" USING btree ("call_id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_versions_script_index" ON "script_versions" USING btree ("script_id","version");--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_provider_index" ON "calls" USING btree ("provider_call_id") WHERE provider_call_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "calls_running_index" ON "calls" USING btree ("created_at") WHERE status IN ('ringing', 'in_progress');--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'audit_log', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'knowledge', 'person', 'review', 'rule', 'script', 'settings', 'sip_extension', 'suppression', 'template', 'user', 'workspace'));--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'appointment_requested', 'callback_requested', 'request_cancelled', 'address_proposed', 'note_added', 'opted_out', 'opted_in', 'review_opened'));--> statement-breakpoint
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message', 'summarise_person', 'converse', 'summarise_call', 'embed_knowledge'));--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_owner_check" CHECK ("calls"."owner" IN ('agent', 'operator', 'nobody'));--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_handoff_reason_check" CHECK ("calls"."handoff_reason" IN ('asked', 'complaint', 'complex', 'high_intent', 'no_answer', 'abuse', 'emergency', 'vulnerable', 'stalled', 'operator'));--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_end_reason_check" CHECK ("calls"."end_reason" IN ('goodbye', 'caller_hung_up', 'opted_out', 'handed_over', 'time_limit', 'silence', 'voicemail', 'wrong_number', 'not_allowed', 'machine', 'operator_hung_up', 'connection_lost', 'failed'));--> statement-breakpoint
ALTER TABLE "sip_extensions" ADD CONSTRAINT "sip_extensions_transport_check" CHECK ("sip_extensions"."transport" IN ('UDP', 'TCP', 'TLS'));--> statement-breakpoint
INSERT INTO call_turns (call_id, key, speaker, text, at_ms, created_at)
SELECT c.id, coalesce(turn ->> 'key', 'turn ' || position), turn ->> 'speaker', turn ->> 'text', coalesce((turn ->> 'at')::numeric, 0)::int * 1000, c.created_at
  FROM calls c, jsonb_array_elements(c.metadata -> 'turns') WITH ORDINALITY AS t (turn, position)
 WHERE jsonb_typeof(c.metadata -> 'turns') = 'array' AND turn ->> 'speaker' IN ('agent', 'customer') AND turn ->> 'text' IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE calls SET metadata = metadata - 'turns' - 'handoff' - 'language' - 'answeredAt',
       language = metadata ->> 'language', answered_at = (metadata ->> 'answeredAt')::timestamptz,
       handoff_reason = CASE WHEN metadata @> '{"handoff": true}' THEN 'asked' END,
       handoff_at = CASE WHEN metadata @> '{"handoff": true}' THEN created_at END
 WHERE metadata ?| ARRAY['turns', 'handoff', 'language', 'answeredAt'];--> statement-breakpoint
UPDATE calls c SET provider_call_id = a.provider_id FROM actions a
 WHERE a.id = c.id AND a.provider_id IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM actions b WHERE b.provider_id = a.provider_id AND b.id <> a.id);

CREATE TABLE "batch_files" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "batch_files_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auto_reply_rules" (
	"channel" text NOT NULL,
	"intent" text NOT NULL,
	"mode" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auto_reply_rules_channel_intent_pk" PRIMARY KEY("channel","intent"),
	CONSTRAINT "auto_reply_rules_channel_check" CHECK ("auto_reply_rules"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "auto_reply_rules_mode_check" CHECK ("auto_reply_rules"."mode" IN ('off', 'draft', 'send'))
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text,
	"subject" text,
	"text" text NOT NULL,
	"file_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_user_id_person_id_pk" PRIMARY KEY("user_id","person_id"),
	CONSTRAINT "drafts_channel_check" CHECK ("drafts"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email'))
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"direction" text NOT NULL,
	"channel" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "messages_direction_check" CHECK ("messages"."direction" IN ('in', 'out', 'note'))
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"user_id" uuid,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
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
	CONSTRAINT "reply_suggestions_channel_check" CHECK ("reply_suggestions"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email')),
	CONSTRAINT "reply_suggestions_state_check" CHECK ("reply_suggestions"."state" IN ('open', 'used', 'dismissed', 'sent', 'outdated'))
);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_reads_user_id_person_id_pk" PRIMARY KEY("user_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"owner_id" uuid,
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
--> statement-breakpoint
CREATE TABLE "merged_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"survivor_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"row" jsonb NOT NULL,
	"addresses" jsonb NOT NULL,
	"moved" jsonb NOT NULL
);
--> statement-breakpoint
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
	CONSTRAINT "person_addresses_kind_check" CHECK ("person_addresses"."kind" IN ('email', 'phone')),
	CONSTRAINT "person_addresses_state_check" CHECK ("person_addresses"."state" IN ('active', 'bounced', 'landline'))
);
--> statement-breakpoint
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
--> statement-breakpoint
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
	CONSTRAINT "views_shape_check" CHECK ("views"."shape" IN ('list', 'board'))
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "possible_duplicates" DROP CONSTRAINT "possible_duplicates_reason_check";--> statement-breakpoint
ALTER TABLE "possible_duplicates" DROP CONSTRAINT "possible_duplicates_decision_check";--> statement-breakpoint
ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";--> statement-breakpoint
ALTER TABLE "ai_calls" DROP CONSTRAINT "ai_calls_purpose_check";--> statement-breakpoint
DROP INDEX "events_person_index";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "away_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD COLUMN "weight" real;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "batch_files" ADD CONSTRAINT "batch_files_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_first_answer_by_users_id_fk" FOREIGN KEY ("first_answer_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_files" ADD CONSTRAINT "outgoing_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_suggestions" ADD CONSTRAINT "reply_suggestions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_suggestions" ADD CONSTRAINT "reply_suggestions_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_snoozed_by_users_id_fk" FOREIGN KEY ("snoozed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_people" ADD CONSTRAINT "merged_people_survivor_id_people_id_fk" FOREIGN KEY ("survivor_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_addresses" ADD CONSTRAINT "person_addresses_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_rows_person_index" ON "batch_rows" USING btree ("person_id") WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "batches_created_index" ON "batches" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "import_mappings_headers_index" ON "import_mappings" USING btree ("headers");--> statement-breakpoint
CREATE INDEX "drafts_person_index" ON "drafts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "episodes_person_index" ON "episodes" USING btree ("person_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_open_index" ON "episodes" USING btree ("person_id") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "episodes_opened_index" ON "episodes" USING btree ("opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_person_index" ON "messages" USING btree ("person_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_text_index" ON "messages" USING gin (fold_text("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notes_person_index" ON "notes" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outgoing_files_action_index" ON "outgoing_files" USING btree ("action_id") WHERE action_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_files_person_index" ON "outgoing_files" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "outgoing_files_content_index" ON "outgoing_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "outgoing_files_unsent_index" ON "outgoing_files" USING btree ("created_at") WHERE action_id IS NULL;--> statement-breakpoint
CREATE INDEX "reply_suggestions_person_index" ON "reply_suggestions" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_name_index" ON "saved_replies" USING btree (lower("name"),"language");--> statement-breakpoint
CREATE INDEX "tasks_person_index" ON "tasks" USING btree ("person_id","due_at");--> statement-breakpoint
CREATE INDEX "tasks_owner_index" ON "tasks" USING btree ("owner_id","due_at") WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX "tasks_due_index" ON "tasks" USING btree ("due_at") WHERE done_at IS NULL AND reminded_at IS NULL;--> statement-breakpoint
CREATE INDEX "thread_reads_person_index" ON "thread_reads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "threads_state_index" ON "threads" USING btree ("state","last_item_at" DESC NULLS LAST,"person_id");--> statement-breakpoint
CREATE INDEX "threads_owner_index" ON "threads" USING btree ("owner_id","state","last_item_at" DESC NULLS LAST,"person_id");--> statement-breakpoint
CREATE INDEX "threads_unassigned_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE owner_id IS NULL AND state = 'open';--> statement-breakpoint
CREATE INDEX "threads_waiting_index" ON "threads" USING btree ("waiting_since","person_id") WHERE waiting_since IS NOT NULL AND state = 'open';--> statement-breakpoint
CREATE INDEX "threads_snoozed_index" ON "threads" USING btree ("snoozed_until","person_id") WHERE state = 'snoozed';--> statement-breakpoint
CREATE INDEX "threads_review_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE under_review;--> statement-breakpoint
CREATE INDEX "threads_not_sent_index" ON "threads" USING btree ("last_item_at" DESC NULLS LAST,"person_id") WHERE not_sent;--> statement-breakpoint
CREATE INDEX "threads_taken_index" ON "threads" USING btree ("taken_until") WHERE taken_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX "merged_people_survivor_index" ON "merged_people" USING btree ("survivor_id");--> statement-breakpoint
CREATE INDEX "merged_people_batch_index" ON "merged_people" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_addresses_once_index" ON "person_addresses" USING btree ("person_id","kind","value");--> statement-breakpoint
CREATE UNIQUE INDEX "person_addresses_primary_index" ON "person_addresses" USING btree ("person_id","kind") WHERE is_primary;--> statement-breakpoint
CREATE INDEX "person_addresses_value_index" ON "person_addresses" USING btree ("value");--> statement-breakpoint
CREATE INDEX "person_addresses_hash_index" ON "person_addresses" USING btree ("hash") WHERE hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "person_addresses_unhashed_index" ON "person_addresses" USING btree ("id") WHERE hash IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "views_segment_name_index" ON "views" USING btree (lower("name")) WHERE kind = 'segment';--> statement-breakpoint
CREATE INDEX "views_owner_index" ON "views" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_fields_index" ON "people" USING gin ("fields" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "people_created_index" ON "people" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "possible_duplicates_open_index" ON "possible_duplicates" USING btree ("weight" DESC NULLS LAST,"id") WHERE decision IS NULL;--> statement-breakpoint
CREATE INDEX "events_person_index" ON "events" USING btree ("person_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE person_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'knowledge', 'person', 'person_field', 'review', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'task', 'template', 'thread', 'user', 'view', 'workspace'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'snooze_ended', 'task_due', 'batch_finished'));--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_reason_check" CHECK ("possible_duplicates"."reason" IN ('same_phone', 'named_together', 'similar'));--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_decision_check" CHECK ("possible_duplicates"."decision" IN ('same', 'different', 'merged'));--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'appointment_requested', 'callback_requested', 'request_cancelled', 'address_proposed', 'note_added', 'opted_out', 'opted_in', 'review_opened', 'thread_opened', 'thread_closed', 'thread_snoozed', 'thread_woken', 'thread_assigned', 'thread_taken', 'task_added', 'task_done', 'person_imported', 'people_merged', 'merge_undone', 'change_undone'));--> statement-breakpoint
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message', 'summarise_person', 'converse', 'summarise_call', 'embed_knowledge', 'suggest_reply', 'edit_text', 'summarise_thread'));
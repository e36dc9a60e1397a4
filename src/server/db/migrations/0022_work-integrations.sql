CREATE TABLE "chat_routes" (
	"service" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "chat_routes_service_kind_pk" PRIMARY KEY("service","kind")
);
--> statement-breakpoint
CREATE TABLE "chat_threads" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"channel" text NOT NULL,
	"thread_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"seen_up_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_users" (
	"service" text NOT NULL,
	"external_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "chat_users_service_external_id_pk" PRIMARY KEY("service","external_id")
);
--> statement-breakpoint
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
--> statement-breakpoint
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
	CONSTRAINT "integration_work_kind_check" CHECK ("integration_work"."kind" IN ('lead', 'chat_post', 'chat_reply', 'reply_report', 'task_create', 'task_read')),
	CONSTRAINT "integration_work_state_check" CHECK ("integration_work"."state" IN ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_users" ADD CONSTRAINT "chat_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_tasks" ADD CONSTRAINT "external_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_work" ADD CONSTRAINT "integration_work_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_threads_thread_index" ON "chat_threads" USING btree ("service","channel","thread_id");--> statement-breakpoint
CREATE INDEX "chat_threads_person_index" ON "chat_threads" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_users_user_index" ON "chat_users" USING btree ("service","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "external_tasks_external_index" ON "external_tasks" USING btree ("service","external_id") WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "external_tasks_person_index" ON "external_tasks" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "external_tasks_open_index" ON "external_tasks" USING btree ("checked_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "integration_work_key_index" ON "integration_work" USING btree ("service","kind","key") WHERE key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "integration_work_due_index" ON "integration_work" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "integration_work_person_index" ON "integration_work" USING btree ("person_id") WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "integration_work_failed_index" ON "integration_work" USING btree ("service","updated_at" DESC NULLS LAST) WHERE state = 'failed';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused', 'integration_failing'));--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'appointment_requested', 'callback_requested', 'request_cancelled', 'address_proposed', 'note_added', 'opted_out', 'opted_in', 'review_opened', 'thread_opened', 'thread_closed', 'thread_snoozed', 'thread_woken', 'thread_assigned', 'thread_taken', 'task_added', 'task_done', 'external_task_added', 'external_task_done', 'person_imported', 'people_merged', 'merge_undone', 'change_undone'));
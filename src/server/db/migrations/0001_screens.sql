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
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "message_templates" ADD COLUMN "category" text DEFAULT 'marketing' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_bulk_change_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_change_rows_person_index" ON "bulk_change_rows" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "bulk_changes_created_index" ON "bulk_changes" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ai_profiles_score_index" ON "ai_profiles" USING btree ("intent_score","person_id");--> statement-breakpoint
CREATE INDEX "people_name_index" ON "people" USING btree ((left(ltrim("search"), 100)) COLLATE "C","id");--> statement-breakpoint
CREATE INDEX "people_stage_index" ON "people" USING btree (array_position(ARRAY['new'::text, 'qualified'::text, 'contacted'::text, 'converted'::text], "status"),"id");--> statement-breakpoint
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_category_check" CHECK ("message_templates"."category" IN ('marketing', 'utility'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused'));
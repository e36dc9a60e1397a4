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
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deletions_target_index" ON "deletions" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "erasures_person_index" ON "erasures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "retention_runs_created_index" ON "retention_runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_files_content_index" ON "event_files" USING btree ("sha256");
CREATE TABLE "blobs" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "endpoints" ADD COLUMN "previous_hook_token" text;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "previous_hook_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "pull_state" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "next_pull_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "problems" jsonb;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "caused_by" uuid;--> statement-breakpoint
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_files" ADD CONSTRAINT "event_files_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_files_event_index" ON "event_files" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "events_status_index" ON "events" USING btree ("endpoint_id","validation_status","created_at" DESC NULLS LAST) WHERE validation_status <> 'valid';--> statement-breakpoint
CREATE INDEX "timeline_cause_index" ON "timeline" USING btree ("caused_by") WHERE caused_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_previous_hook_token_unique" UNIQUE("previous_hook_token");
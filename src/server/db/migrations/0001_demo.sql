CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_rows_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "demo_rows_kind_check" CHECK ("demo_rows"."kind" IN ('people', 'endpoints', 'rules', 'scripts', 'notifications'))
);
--> statement-breakpoint
CREATE INDEX "timeline_held_index" ON "timeline" USING btree ("created_at") WHERE event_type = 'message_held';
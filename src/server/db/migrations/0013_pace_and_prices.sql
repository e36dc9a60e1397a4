CREATE TABLE "paces" (
	"id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "actions_unpriced_index" ON "actions" USING btree ("executed_at") WHERE price IS NULL AND provider_id IS NOT NULL AND messenger LIKE 'twilio-%';--> statement-breakpoint
CREATE INDEX "usage_person_index" ON "usage" USING btree ("person_id","action_id") WHERE person_id IS NOT NULL;
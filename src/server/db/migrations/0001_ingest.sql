CREATE TABLE "event_bodies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"raw_data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replay_keys" (
	"endpoint_id" uuid NOT NULL,
	"key" text NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replay_keys_endpoint_id_key_pk" PRIMARY KEY("endpoint_id","key")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "body_id" uuid;--> statement-breakpoint
ALTER TABLE "event_bodies" ADD CONSTRAINT "event_bodies_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_keys" ADD CONSTRAINT "replay_keys_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replay_keys_created_index" ON "replay_keys" USING brin ("created_at");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_body_id_event_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."event_bodies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_body_index" ON "events" USING btree ("body_id") WHERE body_id IS NOT NULL;
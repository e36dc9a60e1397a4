CREATE TABLE "counters" (
	"hour" timestamp (3) with time zone NOT NULL,
	"metric" text NOT NULL,
	"dimension" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric(16, 6) DEFAULT '0' NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"source" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "snapshots_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "vendor" text NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "last_four" text;--> statement-breakpoint
ALTER TABLE "ai_providers" ADD COLUMN "extra_models" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "hook_token" text;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "endpoint_url" text;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "stage_reached" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "converted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "search" text GENERATED ALWAYS AS (fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "tts_provider" text DEFAULT 'elevenlabs' NOT NULL;--> statement-breakpoint
CREATE INDEX "counters_metric_index" ON "counters" USING btree ("metric","hour");--> statement-breakpoint
CREATE INDEX "usage_service_index" ON "usage" USING btree ("service","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "usage_created_index" ON "usage" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "people_type_index" ON "people" USING btree ("type","status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "people_status_index" ON "people" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "people_tags_index" ON "people" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "people_search_index" ON "people" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "ai_providers" ADD CONSTRAINT "ai_providers_vendor_unique" UNIQUE("vendor");--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_hook_token_unique" UNIQUE("hook_token");
CREATE TABLE "callbacks" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"messenger" text NOT NULL,
	"provider_id" text NOT NULL,
	"status" text NOT NULL,
	"detail" jsonb,
	"action_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"purpose" text DEFAULT 'marketing' NOT NULL,
	"state" text NOT NULL,
	"written" boolean DEFAULT false NOT NULL,
	"method" text NOT NULL,
	"proof" jsonb,
	"actor_id" uuid,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"last_inbound_at" timestamp (3) with time zone,
	"last_outbound_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"approved_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"words" text NOT NULL,
	"caused_by" uuid,
	"outcome" text,
	"resolved_by" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"rule_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"fired" boolean NOT NULL,
	"why" jsonb NOT NULL,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"rule_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "reasons" jsonb;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "messenger" text;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "price" numeric(12, 6);--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "rule_run_id" uuid;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "caused_by" uuid;--> statement-breakpoint
ALTER TABLE "rules" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "rules" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_profiles" ADD COLUMN "history" jsonb;--> statement-breakpoint
ALTER TABLE "ai_profiles" ADD COLUMN "contributions" jsonb;--> statement-breakpoint
ALTER TABLE "ai_profiles" ADD COLUMN "model_version" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "zip" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "timezone" text;--> statement-breakpoint
CREATE UNIQUE INDEX "callbacks_once_index" ON "callbacks" USING btree ("messenger","provider_id","status");--> statement-breakpoint
CREATE INDEX "consent_records_person_index" ON "consent_records" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_person_index" ON "conversations" USING btree ("person_id","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_name_index" ON "message_templates" USING btree ("name","channel","language");--> statement-breakpoint
CREATE INDEX "reviews_person_index" ON "reviews" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "rule_runs_rule_index" ON "rule_runs" USING btree ("rule_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rule_runs_person_index" ON "rule_runs" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "rule_versions_rule_index" ON "rule_versions" USING btree ("rule_id","version");--> statement-breakpoint
CREATE INDEX "suppressions_address_index" ON "suppressions" USING btree ("address_hash","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "actions_due_index" ON "actions" USING btree ("not_before") WHERE status IN ('pending', 'held', 'dispatching');--> statement-breakpoint
CREATE INDEX "actions_provider_index" ON "actions" USING btree ("messenger","provider_id") WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "actions_unknown_index" ON "actions" USING btree ("created_at") WHERE status = 'unknown';
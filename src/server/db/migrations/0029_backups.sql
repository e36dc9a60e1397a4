CREATE TABLE "backup_settings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"enabled" boolean NOT NULL,
	"hour" integer NOT NULL,
	"keep" integer NOT NULL,
	"target" text NOT NULL,
	"endpoint" text NOT NULL,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"access_key_id" text NOT NULL,
	"secret_key" text,
	"secret_ending" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backup_settings_target_check" CHECK ("backup_settings"."target" IN ('folder', 's3')),
	CONSTRAINT "backup_settings_hour_check" CHECK ("backup_settings"."hour" BETWEEN 0 AND 23),
	CONSTRAINT "backup_settings_keep_check" CHECK ("backup_settings"."keep" BETWEEN 1 AND 365)
);

CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"trigger" text NOT NULL,
	"target" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"stage" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "backups_trigger_check" CHECK ("backups"."trigger" IN ('schedule', 'manual')),
	CONSTRAINT "backups_target_check" CHECK ("backups"."target" IN ('folder', 's3')),
	CONSTRAINT "backups_state_check" CHECK ("backups"."state" IN ('running', 'verified', 'unverified', 'failed')),
	CONSTRAINT "backups_stage_check" CHECK ("backups"."stage" IN ('waiting', 'writing', 'verifying')),
	CONSTRAINT "backups_problem_check" CHECK ("backups"."problem" IN ('folder_not_writable', 'disk_full', 'store_unreachable', 'store_refused', 'store_bucket_missing', 'store_failed', 'database_failed', 'damaged', 'counts_differ', 'no_right_to_verify', 'no_space_to_verify', 'interrupted', 'internal'))
);

CREATE UNIQUE INDEX "backup_settings_single_index" ON "backup_settings" USING btree ((true));
CREATE INDEX "backups_created_index" ON "backups" USING btree ("created_at" DESC NULLS LAST);
CREATE UNIQUE INDEX "backups_running_index" ON "backups" USING btree ((true)) WHERE state = 'running';

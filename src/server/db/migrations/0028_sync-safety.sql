DROP INDEX "integration_work_due_index";--> statement-breakpoint
ALTER TABLE "sync_connections" ADD COLUMN "account" jsonb;--> statement-breakpoint
ALTER TABLE "sync_connections" ADD COLUMN "deletions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_connections" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "sync_connections" ADD COLUMN "subscription" jsonb;--> statement-breakpoint
ALTER TABLE "sync_links" ADD COLUMN "missing_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sync_links_missing_index" ON "sync_links" USING btree ("service","remote_id") WHERE missing_at IS NOT NULL AND gone_at IS NULL;--> statement-breakpoint
CREATE INDEX "integration_work_due_index" ON "integration_work" USING btree ("service","due_at") WHERE state = 'waiting';
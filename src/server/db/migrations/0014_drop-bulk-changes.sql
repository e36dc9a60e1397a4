DROP TABLE "bulk_change_rows" CASCADE;--> statement-breakpoint
DROP TABLE "bulk_changes" CASCADE;
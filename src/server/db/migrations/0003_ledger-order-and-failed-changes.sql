ALTER TABLE "bulk_changes" DROP CONSTRAINT "bulk_changes_state_check";--> statement-breakpoint
CREATE INDEX "consent_records_created_index" ON "consent_records" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "suppressions_created_index" ON "suppressions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_state_check" CHECK ("bulk_changes"."state" IN ('running', 'done', 'undoing', 'undone', 'failed'));
DROP INDEX "events_deduplication_index";--> statement-breakpoint
DROP INDEX "events_person_index";--> statement-breakpoint
DROP INDEX "events_created_index";--> statement-breakpoint
DROP INDEX "events_status_index";--> statement-breakpoint
CREATE INDEX "events_unread_index" ON "events" USING btree ("id") WHERE validation_status = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "events_deduplication_index" ON "events" USING btree ("endpoint_id","deduplication_key") WHERE deduplication_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_person_index" ON "events" USING btree ("person_id") WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_created_index" ON "events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "events_status_index" ON "events" USING btree ("endpoint_id","validation_status","created_at" DESC NULLS LAST) WHERE validation_status NOT IN ('valid', 'received');
CREATE TABLE "knowledge_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_rows" DROP CONSTRAINT "demo_rows_kind_check";--> statement-breakpoint
DROP INDEX "knowledge_passages_trigram_index";--> statement-breakpoint
CREATE INDEX "knowledge_words_trigram_index" ON "knowledge_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "demo_rows" ADD CONSTRAINT "demo_rows_kind_check" CHECK ("demo_rows"."kind" IN ('people', 'endpoints', 'rules', 'scripts', 'notifications', 'knowledge_entries'));
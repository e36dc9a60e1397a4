ALTER TABLE "ai_calls" DROP CONSTRAINT "ai_calls_purpose_check";
ALTER TABLE "sequence_runs" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message', 'summarise_person', 'converse', 'summarise_call', 'embed_knowledge', 'suggest_reply', 'edit_text', 'summarise_thread', 'classify_person', 'extract_value', 'draft_answer'));

ALTER TABLE "ai_calls" DROP CONSTRAINT "ai_calls_outcome_check";
ALTER TABLE "ai_providers" ADD COLUMN "base_url" text;
ALTER TABLE "ai_providers" ADD COLUMN "api_version" text;
ALTER TABLE "ai_providers" ADD COLUMN "input_price" numeric(12, 6) DEFAULT 0 NOT NULL;
ALTER TABLE "ai_providers" ADD COLUMN "output_price" numeric(12, 6) DEFAULT 0 NOT NULL;
ALTER TABLE "ai_providers" ADD COLUMN "found" jsonb;
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_outcome_check" CHECK ("ai_calls"."outcome" IN ('answered', 'refused', 'truncated', 'invalid_output', 'rate_limited', 'quota_spent', 'wrong_key', 'model_retired', 'address_blocked', 'rejected', 'unavailable', 'timed_out', 'cut_off'));

ALTER TABLE "consent_records" DROP CONSTRAINT "consent_records_method_check";--> statement-breakpoint
ALTER TABLE "possible_duplicates" DROP CONSTRAINT "possible_duplicates_decision_check";--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_method_check" CHECK ("consent_records"."method" IN ('form', 'keyword', 'operator', 'import', 'endpoint', 'merge'));--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_decision_check" CHECK ("possible_duplicates"."decision" IN ('same', 'different'));
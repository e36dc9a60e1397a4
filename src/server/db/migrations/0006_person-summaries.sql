CREATE TABLE "person_summaries" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"sentences" jsonb,
	"language" text,
	"vendor" text,
	"model" text,
	"prompt_version" text,
	"is_simulated" boolean DEFAULT false NOT NULL,
	"newest_entry_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "person_summaries_language_check" CHECK ("person_summaries"."language" IN ('en', 'es'))
);
--> statement-breakpoint
ALTER TABLE "ai_calls" DROP CONSTRAINT "ai_calls_purpose_check";--> statement-breakpoint
ALTER TABLE "person_summaries" ADD CONSTRAINT "person_summaries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_purpose_check" CHECK ("ai_calls"."purpose" IN ('read_message', 'summarise_person'));
CREATE TABLE "possible_duplicates" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"caused_by" uuid,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "possible_duplicates_reason_check" CHECK ("possible_duplicates"."reason" IN ('same_phone')),
	CONSTRAINT "possible_duplicates_decision_check" CHECK ("possible_duplicates"."decision" IN ('same', 'different'))
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "possible_duplicates_pair_index" ON "possible_duplicates" USING btree ("person_id","other_id");--> statement-breakpoint
CREATE INDEX "possible_duplicates_other_index" ON "possible_duplicates" USING btree ("other_id");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_language_check" CHECK ("people"."language" IN ('en', 'es'));
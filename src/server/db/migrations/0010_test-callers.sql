CREATE TABLE "test_callers" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"script_id" uuid NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"turns" jsonb NOT NULL,
	"run_id" uuid,
	"run_state" text,
	"result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_callers_language_check" CHECK ("test_callers"."language" IN ('en', 'es', 'fr', 'de')),
	CONSTRAINT "test_callers_run_state_check" CHECK ("test_callers"."run_state" IN ('waiting', 'running'))
);

ALTER TABLE "test_callers" ADD CONSTRAINT "test_callers_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "test_callers_script_index" ON "test_callers" USING btree ("script_id");

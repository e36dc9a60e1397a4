CREATE TABLE "first_steps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"business_name" text,
	"lead_event_id" uuid,
	"own_person_id" uuid,
	"message_action_id" uuid,
	"asked" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"done" jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE "first_steps" ADD CONSTRAINT "first_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

-- Users who know the product are not asked for names, and not offered the page Start.
INSERT INTO first_steps (user_id, settled_at, hidden_at)
SELECT id, now(), now() FROM users WHERE last_sign_in_at IS NOT NULL;

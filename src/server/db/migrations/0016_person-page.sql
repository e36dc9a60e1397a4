CREATE TABLE "view_positions" (
	"user_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "view_positions_user_id_view_id_pk" PRIMARY KEY("user_id","view_id")
);
--> statement-breakpoint
ALTER TABLE "message_readings" ADD COLUMN "corrected" jsonb;--> statement-breakpoint
ALTER TABLE "message_readings" ADD COLUMN "corrected_by" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "further_addresses" text;--> statement-breakpoint
ALTER TABLE "view_positions" ADD CONSTRAINT "view_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_positions" ADD CONSTRAINT "view_positions_view_id_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_positions_view_index" ON "view_positions" USING btree ("view_id");--> statement-breakpoint
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_corrected_by_users_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_further_addresses_index" ON "people" USING gin ("further_addresses" gin_trgm_ops) WHERE further_addresses IS NOT NULL;--> statement-breakpoint
-- Further addresses beside the person, so that one index scan of people finds a person by any of them. They are few:
-- the trigger does nothing for primary addresses.
CREATE FUNCTION note_further_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings the column itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE people p SET further_addresses = further.addresses
    FROM (SELECT id, (SELECT fold_text(string_agg(a.value, ' ' ORDER BY a.id)) FROM person_addresses a
                       WHERE a.person_id = changed.id AND NOT a.is_primary) AS addresses
            FROM (VALUES (OLD.person_id), (NEW.person_id)) AS changed (id)) further
   WHERE p.id = further.id AND p.further_addresses IS DISTINCT FROM further.addresses;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER person_addresses_further_insert AFTER INSERT ON person_addresses
  FOR EACH ROW WHEN (NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();
--> statement-breakpoint
CREATE TRIGGER person_addresses_further_update AFTER UPDATE OF person_id, value, is_primary ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary OR NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();
--> statement-breakpoint
CREATE TRIGGER person_addresses_further_delete AFTER DELETE ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary) EXECUTE FUNCTION note_further_addresses();
--> statement-breakpoint
UPDATE people p SET further_addresses = further.addresses
  FROM (SELECT person_id, fold_text(string_agg(value, ' ' ORDER BY id)) AS addresses FROM person_addresses
         WHERE NOT is_primary GROUP BY person_id) further
 WHERE p.id = further.person_id;

CREATE TABLE "location_queue" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"needs_vendor" boolean DEFAULT false NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"signature" text,
	"queued_up_to" uuid,
	"leased_until" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"last_error" jsonb,
	"last_error_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person_locations" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"x" double precision,
	"y" double precision,
	"z" double precision,
	"precision" text,
	"area_code" text,
	"provider" text NOT NULL,
	"lookup_hash" text,
	"geocoded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_locations_precision_check" CHECK ("person_locations"."precision" IN ('address', 'zip', 'municipality', 'state')),
	CONSTRAINT "person_locations_provider_check" CHECK ("person_locations"."provider" IN ('offline', 'google', 'mapbox', 'osm'))
);
--> statement-breakpoint
ALTER TABLE "views" DROP CONSTRAINT "views_shape_check";--> statement-breakpoint
ALTER TABLE "location_queue" ADD CONSTRAINT "location_queue_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_locations" ADD CONSTRAINT "person_locations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "location_queue_due_index" ON "location_queue" USING btree ("needs_vendor","due_at");--> statement-breakpoint
CREATE INDEX "person_locations_point_index" ON "person_locations" USING gist (point(longitude, latitude)) WHERE latitude IS NOT NULL;--> statement-breakpoint
CREATE INDEX "person_locations_area_index" ON "person_locations" USING btree ("area_code" COLLATE "C","person_id");--> statement-breakpoint
CREATE INDEX "person_locations_lookup_index" ON "person_locations" USING btree ("lookup_hash");--> statement-breakpoint
CREATE INDEX "person_locations_expiry_index" ON "person_locations" USING btree ("geocoded_at") WHERE provider = 'google';--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_shape_check" CHECK ("views"."shape" IN ('list', 'board', 'map'));--> statement-breakpoint
-- Written by hand: people whose postal address is new or changed are queued to be located. A change of custom fields
-- counts, because one of them may hold the street; the look-up of an address that is the same is skipped.
CREATE FUNCTION queue_new_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue (person_id)
  SELECT n.id FROM new_rows n WHERE n.zip IS NOT NULL OR n.town IS NOT NULL OR n.region IS NOT NULL
  ON CONFLICT (person_id) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION queue_changed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue AS q (person_id)
  SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
   WHERE (n.zip, n.town, n.region) IS DISTINCT FROM (o.zip, o.town, o.region)
      OR (n.fields IS DISTINCT FROM o.fields AND (n.zip IS NOT NULL OR n.town IS NOT NULL OR n.region IS NOT NULL))
   ORDER BY n.id
  ON CONFLICT (person_id) DO UPDATE
     SET version = q.version + 1, needs_vendor = false, attempts = 0, due_at = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_location_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_locations();
--> statement-breakpoint
CREATE TRIGGER people_location_update AFTER UPDATE ON people REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_locations();

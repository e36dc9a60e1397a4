-- People with a postal address are queued to be located.
CREATE OR REPLACE FUNCTION queue_new_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue (person_id)
  SELECT n.id FROM new_rows n WHERE n.zip IS NOT NULL OR n.town IS NOT NULL OR n.region IS NOT NULL
  ON CONFLICT (person_id) DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_location_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_locations();

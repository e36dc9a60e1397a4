-- People whose postal address changed are located again. A change of custom fields counts, because one of them may hold
-- the street; the look-up of an address that is the same is skipped.
CREATE OR REPLACE FUNCTION queue_changed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue AS q (person_id)
  SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
   WHERE (n.zip, n.town, n.region) IS DISTINCT FROM (o.zip, o.town, o.region)
      OR (n.fields IS DISTINCT FROM o.fields AND (n.zip IS NOT NULL OR n.town IS NOT NULL OR n.region IS NOT NULL))
   ORDER BY n.id
  ON CONFLICT (person_id) DO UPDATE
     SET version = q.version + 1, needs_vendor = false, attempts = 0, due_at = now();
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_location_update AFTER UPDATE ON people
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_locations();

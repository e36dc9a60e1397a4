-- People whose postal address changed are located again. A change of custom fields counts, because one of them may hold
-- the street; the look-up of an address that is the same is skipped. Rows are compared by EXCEPT; see
-- queue_changed_people.
CREATE OR REPLACE FUNCTION queue_changed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_queue AS q (person_id)
  SELECT changed.id
    FROM (SELECT id, zip, town, region, CASE WHEN coalesce(zip, town, region) IS NOT NULL THEN fields END FROM new_rows
          EXCEPT
          SELECT id, zip, town, region, CASE WHEN coalesce(zip, town, region) IS NOT NULL THEN fields END FROM old_rows) changed
   ORDER BY changed.id
  ON CONFLICT (person_id) DO UPDATE
     SET version = q.version + 1, needs_vendor = false, attempts = 0, due_at = now();
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_location_update AFTER UPDATE ON people
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_locations();

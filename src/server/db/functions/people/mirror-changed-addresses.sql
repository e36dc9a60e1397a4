-- Keeps the primary addresses equal to the columns of people. An address that is replaced stays as a further one if the
-- person has written from it, or if an opt-out may rest on it.
CREATE OR REPLACE FUNCTION mirror_changed_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most updates change no address. Not a join; see queue_changed_people.
  IF NOT EXISTS (SELECT id, lower(email), phone FROM new_rows EXCEPT SELECT id, lower(email), phone FROM old_rows) THEN
    RETURN NULL;
  END IF;
  WITH replaced AS (
    SELECT n.id AS person_id, 'email' AS kind, lower(o.email) AS value FROM new_rows n JOIN old_rows o USING (id)
     WHERE o.email IS NOT NULL AND lower(n.email) IS DISTINCT FROM lower(o.email)
    UNION ALL
    SELECT n.id, 'phone', o.phone FROM new_rows n JOIN old_rows o USING (id)
     WHERE o.phone IS NOT NULL AND n.phone IS DISTINCT FROM o.phone),
  removed AS (
    DELETE FROM person_addresses a USING replaced r
     WHERE a.person_id = r.person_id AND a.kind = r.kind AND a.value = r.value AND a.last_inbound_at IS NULL
       AND a.hash IS NOT NULL AND NOT EXISTS (SELECT FROM suppressions s WHERE s.address_hash = a.hash)
    RETURNING a.id)
  UPDATE person_addresses a SET is_primary = false FROM replaced r
   WHERE a.person_id = r.person_id AND a.kind = r.kind AND a.value = r.value
     AND a.id NOT IN (SELECT id FROM removed);
  INSERT INTO person_addresses (person_id, kind, value, is_primary)
  SELECT n.id, 'email', lower(n.email), true FROM new_rows n JOIN old_rows o USING (id)
   WHERE n.email IS NOT NULL AND lower(n.email) IS DISTINCT FROM lower(o.email)
  UNION ALL
  SELECT n.id, 'phone', n.phone, true FROM new_rows n JOIN old_rows o USING (id)
   WHERE n.phone IS NOT NULL AND n.phone IS DISTINCT FROM o.phone
  ON CONFLICT (person_id, kind, value) DO UPDATE SET is_primary = true;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_addresses_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mirror_changed_addresses();

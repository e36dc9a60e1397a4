-- The primary addresses of people are also in person_addresses, where a person is looked up by any address.
CREATE OR REPLACE FUNCTION mirror_new_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings them itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO person_addresses (person_id, kind, value, is_primary, created_at)
  SELECT id, 'email', lower(email), true, created_at FROM new_rows WHERE email IS NOT NULL
  UNION ALL
  SELECT id, 'phone', phone, true, created_at FROM new_rows WHERE phone IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_addresses_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mirror_new_addresses();

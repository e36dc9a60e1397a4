-- Further addresses beside the person, so that one index scan of people finds a person by any of them; an account is
-- found by its name, which is its label. They are few: the triggers do nothing for primary addresses.
CREATE OR REPLACE FUNCTION note_further_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings the column itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE people p SET further_addresses = further.addresses
    FROM (SELECT id, (SELECT fold_text(string_agg(
                               CASE a.kind WHEN 'x' THEN coalesce(a.label, a.value) ELSE a.value END, ' ' ORDER BY a.id))
                        FROM person_addresses a WHERE a.person_id = changed.id AND NOT a.is_primary) AS addresses
            FROM (VALUES (OLD.person_id), (NEW.person_id)) AS changed (id)) further
   WHERE p.id = further.id AND p.further_addresses IS DISTINCT FROM further.addresses;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER person_addresses_further_insert AFTER INSERT ON person_addresses
  FOR EACH ROW WHEN (NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();

CREATE OR REPLACE TRIGGER person_addresses_further_update
  AFTER UPDATE OF person_id, value, is_primary, label ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary OR NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();

CREATE OR REPLACE TRIGGER person_addresses_further_delete AFTER DELETE ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary) EXECUTE FUNCTION note_further_addresses();

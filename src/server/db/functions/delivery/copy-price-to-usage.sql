-- A price that becomes known later is the cost of its send.
CREATE OR REPLACE FUNCTION copy_price_to_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage SET cost = NEW.price
   WHERE id = (SELECT id FROM usage WHERE person_id = NEW.person_id AND action_id = NEW.id
                ORDER BY ok DESC, created_at DESC LIMIT 1)
     AND cost <> NEW.price;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_priced AFTER UPDATE OF price ON actions FOR EACH ROW
  WHEN (NEW.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price) EXECUTE FUNCTION copy_price_to_usage();

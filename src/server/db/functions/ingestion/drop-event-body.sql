-- A body holds the data of all its items, so it must not outlive one that is erased.
CREATE OR REPLACE FUNCTION drop_event_body() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_bodies WHERE id = OLD.body_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_body_erased AFTER UPDATE OF raw_data ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL AND OLD.raw_data IS DISTINCT FROM NEW.raw_data) EXECUTE FUNCTION drop_event_body();

CREATE OR REPLACE TRIGGER events_body_deleted AFTER DELETE ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL) EXECUTE FUNCTION drop_event_body();

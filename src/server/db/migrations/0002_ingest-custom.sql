-- An API is always pulled; the mode was left at its default for many of them.
UPDATE endpoints SET ingestion_mode = 'pull' WHERE type = 'pull_api' AND ingestion_mode <> 'pull';--> statement-breakpoint
CREATE FUNCTION drop_event_body() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_bodies WHERE id = OLD.body_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A body holds the data of all its items, so it must not outlive one that is erased.
CREATE TRIGGER events_body_erased AFTER UPDATE OF raw_data ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL AND OLD.raw_data IS DISTINCT FROM NEW.raw_data) EXECUTE FUNCTION drop_event_body();--> statement-breakpoint
CREATE TRIGGER events_body_deleted AFTER DELETE ON events FOR EACH ROW
  WHEN (OLD.body_id IS NOT NULL) EXECUTE FUNCTION drop_event_body();

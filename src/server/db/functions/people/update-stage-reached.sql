-- Keeps the furthest stage and the time of the conversion, whichever statement changes the status.
CREATE OR REPLACE FUNCTION update_stage_reached() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage_reached := greatest(NEW.stage_reached, stage_rank(NEW.status));
  IF NEW.status = 'converted' AND NEW.converted_at IS NULL THEN NEW.converted_at := now(); END IF;
  IF NEW.status <> 'converted' THEN NEW.converted_at := NULL; END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER people_stage BEFORE INSERT OR UPDATE OF status ON people
  FOR EACH ROW EXECUTE FUNCTION update_stage_reached();

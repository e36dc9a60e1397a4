-- Keeps when a person reached the goal of a run, because the time of a conversion goes with its status.
CREATE OR REPLACE FUNCTION reach_conversion_goal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sequence_runs SET goal_at = NEW.converted_at
   WHERE person_id = NEW.id AND goal = 'converted' AND goal_at IS NULL
     AND started_at < NEW.converted_at AND goal_until >= NEW.converted_at;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_reach_conversion_goal AFTER UPDATE OF status ON people FOR EACH ROW
  WHEN (NEW.converted_at IS NOT NULL AND OLD.converted_at IS NULL)
  EXECUTE FUNCTION reach_conversion_goal();

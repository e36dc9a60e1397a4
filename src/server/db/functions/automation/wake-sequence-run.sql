-- The outcome of a step's message lets its run go on.
CREATE OR REPLACE FUNCTION wake_sequence_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sequence_runs SET due_at = now()
   WHERE id = NEW.rule_run_id AND state = 'acting' AND step_id = NEW.step_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_wake_sequence_run AFTER UPDATE OF status ON actions FOR EACH ROW
  WHEN (NEW.step_id IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status
        AND NEW.status NOT IN ('pending', 'held', 'dispatching'))
  EXECUTE FUNCTION wake_sequence_run();

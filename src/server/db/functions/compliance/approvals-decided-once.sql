-- An approval is decided once, and what was asked for never changes.
CREATE OR REPLACE FUNCTION approvals_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An approval is decided once, and its content never changes';
END
$$;

CREATE OR REPLACE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content OR (OLD.state <> 'pending' AND NEW.state IS DISTINCT FROM OLD.state))
  EXECUTE FUNCTION approvals_decided_once();

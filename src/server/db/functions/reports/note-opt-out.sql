-- Names the hours whose opt-outs and complaints are counted again. By row and with a condition, as hardly any entry of a
-- timeline is one.
CREATE OR REPLACE FUNCTION note_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO report_changes (kind, at)
  VALUES ('opt_outs', report_hour(CASE WHEN TG_OP = 'DELETE' THEN OLD.created_at ELSE NEW.created_at END));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER timeline_reported_insert AFTER INSERT ON timeline FOR EACH ROW
  WHEN (NEW.event_type = 'opted_out') EXECUTE FUNCTION note_opt_out();

CREATE OR REPLACE TRIGGER timeline_reported_delete AFTER DELETE ON timeline FOR EACH ROW
  WHEN (OLD.event_type = 'opted_out') EXECUTE FUNCTION note_opt_out();

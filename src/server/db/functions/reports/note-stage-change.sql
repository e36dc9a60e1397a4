-- Names the hours in which people came whose stage changed: when they were qualified is counted with new people. By row
-- and with a condition, as few entries of a timeline are one.
CREATE OR REPLACE FUNCTION note_stage_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO report_changes (kind, at)
  SELECT DISTINCT 'leads', report_hour(created_at) FROM people
   WHERE id = ANY (CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.person_id] WHEN 'DELETE' THEN ARRAY[OLD.person_id]
                             ELSE ARRAY[OLD.person_id, NEW.person_id] END);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER timeline_stage_reported_insert AFTER INSERT ON timeline FOR EACH ROW
  WHEN (NEW.event_type = 'status_changed') EXECUTE FUNCTION note_stage_change();

CREATE OR REPLACE TRIGGER timeline_stage_reported_update AFTER UPDATE ON timeline FOR EACH ROW
  WHEN (NEW.event_type = 'status_changed' AND NEW.person_id <> OLD.person_id) EXECUTE FUNCTION note_stage_change();

CREATE OR REPLACE TRIGGER timeline_stage_reported_delete AFTER DELETE ON timeline FOR EACH ROW
  WHEN (OLD.event_type = 'status_changed') EXECUTE FUNCTION note_stage_change();

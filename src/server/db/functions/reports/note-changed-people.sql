-- Names the hours whose new people are counted again: those of people of whom something changed that reports tell. Costs
-- are kept by the first source of their person.
CREATE OR REPLACE FUNCTION note_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'leads', report_hour(created_at) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_changes (kind, at) SELECT DISTINCT 'leads', report_hour(created_at) FROM old_rows;
  ELSE
    -- Added and subtracted, as a join of the two would take quadratic time with a plan made for few rows.
    WITH changed AS (
      SELECT id, created_at, source
        FROM (SELECT id, created_at, sources[1] AS source, stage_reached, converted_at, 1 AS n FROM new_rows
              UNION ALL
              SELECT id, created_at, sources[1], stage_reached, converted_at, -1 FROM old_rows) rows
       GROUP BY id, created_at, source, stage_reached, converted_at HAVING sum(n) <> 0),
    moved AS (SELECT id FROM changed GROUP BY id HAVING count(DISTINCT coalesce(source, '')) > 1)
    INSERT INTO report_changes (kind, at)
    SELECT DISTINCT 'leads', report_hour(created_at) FROM changed
    UNION
    SELECT DISTINCT 'usage', report_hour(u.created_at) FROM moved JOIN usage u ON u.person_id = moved.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_reported_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

CREATE OR REPLACE TRIGGER people_reported_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

CREATE OR REPLACE TRIGGER people_reported_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people();

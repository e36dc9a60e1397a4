-- A lead is active from its creation until its conversion. The metrics `people`, `reached` and `consents` have no time.
CREATE OR REPLACE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, count(*) FROM new_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', count(*) FROM new_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', -count(*) FROM new_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, count(*)
      FROM new_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT timestamptz 'epoch', 'people', type || ':' || status, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT timestamptz 'epoch', 'reached', type || ':' || stage_reached, -count(*) FROM old_rows GROUP BY 3
    UNION ALL
    SELECT date_trunc('hour', created_at, 'UTC'), 'active_leads', '', -count(*) FROM old_rows WHERE type = 'lead' GROUP BY 1
    UNION ALL
    SELECT date_trunc('hour', converted_at, 'UTC'), 'active_leads', '', count(*) FROM old_rows
     WHERE type = 'lead' AND converted_at IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT timestamptz 'epoch', 'consents', key, -count(*)
      FROM old_rows, jsonb_each(consents) WHERE value = 'true' GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_counted_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();

CREATE OR REPLACE TRIGGER people_counted_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_people();

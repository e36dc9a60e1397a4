-- Writes person.created, person.updated, person.merged and person.deleted in the transaction of the change.
CREATE OR REPLACE FUNCTION webhook_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT webhook_wanted('person.created') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.created', n.id, webhook_person(n) FROM new_rows n ORDER BY n.id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NOT webhook_wanted('person.updated') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.updated', n.id, made.after || jsonb_build_object('changed',
             (SELECT jsonb_agg(field.key ORDER BY field.key) FROM jsonb_each(made.after) field
               WHERE made.before -> field.key IS DISTINCT FROM field.value))
      FROM new_rows n JOIN old_rows o USING (id)
           -- With an offset the planner builds each once instead of wherever it is used.
           CROSS JOIN LATERAL (SELECT webhook_person(o) AS before, webhook_person(n) AS after OFFSET 0) made
     WHERE made.before <> made.after ORDER BY n.id;
  ELSE
    IF NOT webhook_wanted('person.deleted', 'person.merged') THEN RETURN NULL; END IF;
    -- A merge has stored where the person went before it deletes the row. What waits for the person that was merged
    -- goes before the news of the merge.
    UPDATE webhook_deliveries d SET person_id = m.survivor_id
      FROM old_rows o JOIN merged_people m ON m.id = o.id
     WHERE d.person_id = o.id AND d.state IN ('retrying', 'behind');
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.merged', m.survivor_id, jsonb_build_object('id', m.survivor_id, 'mergedId', o.id)
      FROM old_rows o JOIN merged_people m ON m.id = o.id ORDER BY o.id;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'person.deleted', o.id, jsonb_build_object('id', o.id)
      FROM old_rows o WHERE NOT EXISTS (SELECT FROM merged_people m WHERE m.id = o.id) ORDER BY o.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_webhooks_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

CREATE OR REPLACE TRIGGER people_webhooks_update AFTER UPDATE ON people
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

CREATE OR REPLACE TRIGGER people_webhooks_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_people();

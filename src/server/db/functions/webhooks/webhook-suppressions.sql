-- An opt-out belongs to an address; the event is of every person who has it.
CREATE OR REPLACE FUNCTION webhook_suppressions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('consent.changed') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'consent.changed', holder.person_id, jsonb_build_object('id', n.id, 'personId', holder.person_id,
           'channel', n.scope, 'purpose', 'all', 'state', CASE n.state WHEN 'released' THEN 'opted_in' ELSE n.state END,
           'method', n.source, 'changedAt', webhook_time(n.created_at))
    FROM new_rows n
         CROSS JOIN LATERAL (SELECT DISTINCT a.person_id FROM person_addresses a WHERE a.hash = n.address_hash) holder
   WHERE NOT n.simulated;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER suppressions_webhooks AFTER INSERT ON suppressions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_suppressions();

-- Writes consent.changed in the transaction that stores the consent.
CREATE OR REPLACE FUNCTION webhook_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('consent.changed') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'consent.changed', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'channel', n.channel,
           'purpose', n.purpose, 'state', n.state, 'method', n.method, 'changedAt', webhook_time(n.created_at))
    FROM new_rows n;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER consent_records_webhooks AFTER INSERT ON consent_records REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_consents();

-- Writes call.started and call.ended in the transaction of the change.
CREATE OR REPLACE FUNCTION webhook_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT webhook_wanted('call.started') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'call.started', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'type', n.type,
             'phoneNumber', n.phone_number, 'status', n.status, 'language', n.language,
             'startedAt', webhook_time(n.created_at))
      FROM new_rows n ORDER BY n.id;
  ELSE
    IF NOT webhook_wanted('call.ended') THEN RETURN NULL; END IF;
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'call.ended', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'type', n.type,
             'phoneNumber', n.phone_number, 'status', n.status, 'language', n.language,
             'startedAt', webhook_time(n.created_at),
             'durationSeconds', n.duration, 'outcome', n.outcome, 'answeredAt', webhook_time(n.answered_at),
             'endedAt', webhook_time(n.ended_at))
      FROM new_rows n JOIN old_rows o USING (id) WHERE o.ended_at IS NULL AND n.ended_at IS NOT NULL ORDER BY n.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER calls_webhooks_insert AFTER INSERT ON calls REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_calls();

CREATE OR REPLACE TRIGGER calls_webhooks_update AFTER UPDATE ON calls
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_calls();

-- Writes signal.detected in the transaction that stores the reading of a text.
CREATE OR REPLACE FUNCTION webhook_readings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('signal.detected') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'signal.detected', n.person_id, jsonb_build_object('messageId', n.event_id, 'personId', n.person_id,
           'channel', n.channel, 'intent', n.local -> 'intent', 'also', n.local -> 'also', 'asks', n.local -> 'asks',
           'objection', n.local -> 'objection', 'sentiment', n.local -> 'sentiment', 'urgency', n.local -> 'urgency',
           'language', n.local -> 'language')
    FROM new_rows n ORDER BY n.event_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER message_readings_webhooks AFTER INSERT ON message_readings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_readings();

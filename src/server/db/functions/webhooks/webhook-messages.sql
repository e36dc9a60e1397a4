-- Writes message.received in the transaction that stores the message.
CREATE OR REPLACE FUNCTION webhook_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('message.received') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'message.received', n.person_id, jsonb_build_object('id', n.id, 'personId', n.person_id, 'channel', n.channel,
           'text', n.text, 'receivedAt', webhook_time(n.at))
    FROM new_rows n WHERE n.direction = 'in' ORDER BY n.at, n.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER messages_webhooks AFTER INSERT ON messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_messages();

-- Writes what became of a message in the transaction that stores it.
CREATE OR REPLACE FUNCTION webhook_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('message.sent', 'message.delivered', 'message.read', 'message.failed', 'message.refused')
  THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT made.type, n.person_id, jsonb_build_object(
           'id', n.id, 'personId', n.person_id, 'channel', n.type, 'to', n.config -> 'rendered' -> 'to',
           'subject', n.config -> 'rendered' -> 'subject', 'text', n.config -> 'rendered' -> 'text',
           'messenger', n.messenger, 'providerId', n.provider_id, 'ruleId', n.rule_id, 'sentBy', n.sent_by,
           'simulation', n.simulation, 'createdAt', webhook_time(n.created_at))
         || CASE WHEN made.type IN ('message.failed', 'message.refused')
                 THEN jsonb_build_object('reasons', coalesce(n.reasons, '[]')) ELSE '{}' END
         || CASE WHEN made.type = 'message.failed'
                 THEN jsonb_build_object('error', n.result -> 'error') ELSE '{}' END
    FROM new_rows n JOIN old_rows o USING (id)
         CROSS JOIN LATERAL (
           SELECT CASE n.status WHEN 'sent' THEN 'message.sent' WHEN 'delivered' THEN 'message.delivered'
                                WHEN 'read' THEN 'message.read' WHEN 'failed' THEN 'message.failed'
                                WHEN 'blocked' THEN 'message.refused' END AS type) made
   WHERE n.status <> o.status AND made.type IS NOT NULL
     -- A call that was placed is reported by the calls.
     AND (n.type NOT IN ('call', 'voice_agent') OR n.status IN ('failed', 'blocked'))
     AND made.type IN (SELECT unnest(s.events) FROM webhook_subscriptions s WHERE s.deleted_at IS NULL)
   ORDER BY n.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER actions_webhooks AFTER UPDATE ON actions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_actions();

-- Writes message.clicked in the transaction that counts the click.
CREATE OR REPLACE FUNCTION webhook_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('message.clicked') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'message.clicked', a.person_id, jsonb_build_object(
           'id', a.id, 'personId', a.person_id, 'channel', a.type, 'to', a.config -> 'rendered' -> 'to',
           'subject', a.config -> 'rendered' -> 'subject', 'text', a.config -> 'rendered' -> 'text',
           'messenger', a.messenger, 'providerId', a.provider_id, 'ruleId', a.rule_id, 'sentBy', a.sent_by,
           'simulation', a.simulation, 'createdAt', webhook_time(a.created_at),
           'link', n.target, 'clickedAt', webhook_time(n.last_clicked_at))
    FROM new_rows n JOIN old_rows o USING (code) JOIN actions a ON a.id = n.action_id
   WHERE n.clicks > o.clicks AND a.simulation IS DISTINCT FROM 'test'
   ORDER BY n.code;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER short_links_webhooks AFTER UPDATE ON short_links
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_clicks();

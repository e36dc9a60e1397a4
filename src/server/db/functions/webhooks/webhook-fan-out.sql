-- Each subscription has its own deliveries, because it may fail and be retried alone.
CREATE OR REPLACE FUNCTION webhook_fan_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO webhook_deliveries (event_id, subscription_id, seq)
  SELECT n.id, s.id, n.seq
    FROM new_rows n JOIN webhook_subscriptions s ON n.type = ANY (s.events) AND s.deleted_at IS NULL
   WHERE NOT n.is_test;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER webhook_events_fan_out AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_fan_out();

-- Writes rule.fired in the transaction that stores the run.
CREATE OR REPLACE FUNCTION webhook_rule_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('rule.fired') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, person_id, data)
  SELECT 'rule.fired', n.person_id, jsonb_build_object('id', n.id, 'ruleId', n.rule_id, 'ruleName', r.name,
           'version', n.version, 'personId', n.person_id, 'reasons', n.why)
    FROM new_rows n LEFT JOIN rules r ON r.id = n.rule_id WHERE n.fired;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER rule_runs_webhooks AFTER INSERT ON rule_runs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_rule_runs();

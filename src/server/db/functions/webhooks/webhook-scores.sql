-- Writes score.changed in the transaction that stores the scores.
CREATE OR REPLACE FUNCTION webhook_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT webhook_wanted('score.changed') THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    -- A profile without a model holds only what a user noted.
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'score.changed', n.person_id, jsonb_build_object('personId', n.person_id, 'intent', n.intent_score,
             'propensity', n.propensity_to_buy, 'churn', n.churn_risk, 'previous', NULL)
      FROM new_rows n WHERE n.model_version IS NOT NULL ORDER BY n.person_id;
  ELSE
    INSERT INTO webhook_events (type, person_id, data)
    SELECT 'score.changed', n.person_id, jsonb_build_object('personId', n.person_id, 'intent', n.intent_score,
             'propensity', n.propensity_to_buy, 'churn', n.churn_risk, 'previous', jsonb_build_object(
               'intent', o.intent_score, 'propensity', o.propensity_to_buy, 'churn', o.churn_risk))
      FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.intent_score, n.propensity_to_buy, n.churn_risk) <> (o.intent_score, o.propensity_to_buy, o.churn_risk)
     ORDER BY n.person_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER ai_profiles_webhooks_insert AFTER INSERT ON ai_profiles REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_scores();

CREATE OR REPLACE TRIGGER ai_profiles_webhooks_update AFTER UPDATE ON ai_profiles
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_scores();

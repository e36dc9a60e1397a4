CREATE TABLE "short_links" (
	"code" text PRIMARY KEY NOT NULL,
	"action_id" uuid,
	"target" text NOT NULL,
	"template" text,
	"channel" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"first_clicked_at" timestamp (3) with time zone,
	"last_clicked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "short_links_channel_check" CHECK ("short_links"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'))
);

ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_type_check";
ALTER TABLE "message_templates" ADD COLUMN "draft" jsonb;
ALTER TABLE "message_templates" ADD COLUMN "draft_by" uuid;
ALTER TABLE "message_templates" ADD COLUMN "draft_at" timestamp (3) with time zone;
ALTER TABLE "template_images" ADD COLUMN "unused_since" timestamp (3) with time zone;
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "short_links_action_index" ON "short_links" USING btree ("action_id") WHERE action_id IS NOT NULL;
CREATE INDEX "short_links_clicked_index" ON "short_links" USING btree ("action_id") WHERE first_clicked_at IS NOT NULL;
CREATE INDEX "short_links_template_index" ON "short_links" USING btree ("template","channel","created_at","action_id","first_clicked_at") WHERE template IS NOT NULL;
CREATE INDEX "short_links_created_index" ON "short_links" USING brin ("created_at");
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_draft_by_users_id_fk" FOREIGN KEY ("draft_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_type_check" CHECK ("webhook_events"."type" IN ('person.created', 'person.updated', 'person.deleted', 'person.merged', 'message.received', 'message.sent', 'message.delivered', 'message.read', 'message.clicked', 'message.failed', 'message.refused', 'call.started', 'call.ended', 'consent.changed', 'score.changed', 'signal.detected', 'rule.fired', 'sequence.started', 'sequence.step', 'sequence.ended', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.done', 'broadcast.cancelled'));

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

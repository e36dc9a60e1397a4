ALTER TABLE "reviews" DROP CONSTRAINT "reviews_channel_check";--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_channel_check";--> statement-breakpoint
ALTER TABLE "reply_suggestions" DROP CONSTRAINT "reply_suggestions_channel_check";--> statement-breakpoint
ALTER TABLE "actions" DROP CONSTRAINT "actions_type_check";--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_channel_check";--> statement-breakpoint
ALTER TABLE "message_readings" DROP CONSTRAINT "message_readings_channel_check";--> statement-breakpoint
ALTER TABLE "person_addresses" DROP CONSTRAINT "person_addresses_kind_check";--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_channel_check" CHECK ("reviews"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'));--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_channel_check" CHECK ("drafts"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'));--> statement-breakpoint
ALTER TABLE "reply_suggestions" ADD CONSTRAINT "reply_suggestions_channel_check" CHECK ("reply_suggestions"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_type_check" CHECK ("actions"."type" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel_check" CHECK ("conversations"."channel" IN ('sms', 'whatsapp', 'call', 'email', 'x'));--> statement-breakpoint
ALTER TABLE "message_readings" ADD CONSTRAINT "message_readings_channel_check" CHECK ("message_readings"."channel" IN ('sms', 'whatsapp', 'email', 'web_form', 'call', 'x'));--> statement-breakpoint
ALTER TABLE "person_addresses" ADD CONSTRAINT "person_addresses_kind_check" CHECK ("person_addresses"."kind" IN ('email', 'phone', 'x'));--> statement-breakpoint
-- The search finds an account by its name, which is its label.
CREATE OR REPLACE FUNCTION note_further_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings the column itself.
  IF current_setting('faro.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE people p SET further_addresses = further.addresses
    FROM (SELECT id, (SELECT fold_text(string_agg(CASE a.kind WHEN 'x' THEN coalesce(a.label, a.value) ELSE a.value END, ' ' ORDER BY a.id))
                        FROM person_addresses a WHERE a.person_id = changed.id AND NOT a.is_primary) AS addresses
            FROM (VALUES (OLD.person_id), (NEW.person_id)) AS changed (id)) further
   WHERE p.id = further.id AND p.further_addresses IS DISTINCT FROM further.addresses;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER person_addresses_further_update ON person_addresses;
--> statement-breakpoint
CREATE TRIGGER person_addresses_further_update AFTER UPDATE OF person_id, value, is_primary, label ON person_addresses
  FOR EACH ROW WHEN (NOT OLD.is_primary OR NOT NEW.is_primary) EXECUTE FUNCTION note_further_addresses();
--> statement-breakpoint
-- Without the time of their last message: what was written before may have been an opt-out that had no address to count
-- for, so it is not answered.
INSERT INTO person_addresses (person_id, kind, value, label, created_at)
SELECT person_id, 'x', 'x:' || account_id, '@' || handle, created_at FROM person_accounts WHERE service = 'x';
--> statement-breakpoint
UPDATE endpoints SET mapping_template = '{"person": {"x": "address", "fullName": "name"}, "event": {"type": "type", "message": "text", "channel": "channel"}}'
 WHERE pull_state ->> 'system' = 'inbound:x';
--> statement-breakpoint
DROP TABLE "person_accounts";

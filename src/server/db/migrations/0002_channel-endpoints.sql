ALTER TABLE "endpoints" ADD COLUMN "channel" text;
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_channel_unique" UNIQUE("channel");
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_channel_check" CHECK ("endpoints"."channel" IN ('sms', 'whatsapp', 'call', 'email', 'x'));

-- What comes by a channel is no longer mapped: its endpoint only lists it.
UPDATE endpoints SET channel = substr(pull_state ->> 'system', 9), mapping_template = NULL, pull_state = pull_state - 'system'
 WHERE pull_state ->> 'system' IN ('inbound:sms', 'inbound:whatsapp', 'inbound:call', 'inbound:email', 'inbound:x');

-- Messages that still waited for the recorder had been acted on when they arrived.
UPDATE ONLY events e
   SET validation_status = 'valid', person_id = coalesce(e.person_id, (SELECT m.person_id FROM messages m WHERE m.id = e.id)),
       processed_data = coalesce(e.processed_data, jsonb_build_object('person', jsonb_build_object(),
         'event', jsonb_strip_nulls(jsonb_build_object('type', e.event_type, 'channel', e.raw_data ->> 'channel',
           'message', coalesce(e.raw_data ->> 'text', e.raw_data ->> 'words')))))
  FROM endpoints n WHERE n.id = e.endpoint_id AND n.channel IS NOT NULL AND e.validation_status = 'received';

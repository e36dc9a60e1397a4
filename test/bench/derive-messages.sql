-- Fills the table for search from what is stored: what people wrote, what was handed to a vendor, and calls.
CREATE OR REPLACE FUNCTION derive_messages() RETURNS void LANGUAGE sql AS $$
  INSERT INTO messages (id, person_id, at, direction, channel, text)
  SELECT e.id, e.person_id, e.created_at, 'in',
         CASE WHEN e.processed_data #>> '{event,channel}' IN ('sms', 'whatsapp', 'email')
                THEN e.processed_data #>> '{event,channel}'
              WHEN n.type = 'email' THEN 'email' ELSE 'web_form' END,
         e.processed_data #>> '{event,message}'
    FROM ONLY events e JOIN endpoints n ON n.id = e.endpoint_id
   WHERE e.person_id IS NOT NULL AND e.validation_status IN ('valid', 'invalid')
     AND coalesce(e.processed_data #>> '{event,message}', '') <> ''
     AND e.processed_data #>> '{event,channel}' IS DISTINCT FROM 'call'
     AND jsonb_typeof(e.raw_data -> 'bounce') IS DISTINCT FROM 'object'
     AND jsonb_typeof(e.raw_data -> 'complaint') IS DISTINCT FROM 'object'
  UNION ALL
  SELECT a.id, a.person_id, a.executed_at, 'out', a.type, coalesce(a.config #>> '{rendered,text}', a.config ->> 'text')
    FROM actions a
   WHERE a.executed_at IS NOT NULL AND a.type NOT IN ('call', 'voice_agent')
     AND a.status IN ('sent', 'simulated', 'delivered', 'read', 'failed', 'unknown')
     AND coalesce(a.config #>> '{rendered,text}', a.config ->> 'text') IS NOT NULL
  UNION ALL
  SELECT c.id, c.person_id, c.created_at, CASE WHEN c.type = 'inbound' THEN 'in' ELSE 'out' END,
         CASE WHEN c.owner IS NOT NULL OR c.type = 'ai_agent' THEN 'voice_agent' ELSE 'call' END, c.summary
    FROM calls c WHERE c.person_id IS NOT NULL AND coalesce(c.summary, '') <> ''
  ON CONFLICT DO NOTHING
$$;

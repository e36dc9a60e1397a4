-- Makes the threads of people who wrote, called us or were written to by hand, for rows that did not pass through the
-- pipeline. Those whose last word no human has answered are open if it is not older than the given time; the others are
-- closed.
CREATE OR REPLACE FUNCTION derive_threads(open_since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMP TABLE inbound_items ON COMMIT DROP AS
  SELECT m.id, m.person_id, m.at, m.channel FROM messages m JOIN events e ON e.id = m.id
   WHERE m.direction = 'in' AND m.channel NOT IN ('call', 'voice_agent')
     -- Automatic replies and clear opt-outs wait for no answer.
     AND e.event_type IS DISTINCT FROM 'email_auto_reply' AND e.raw_data #>> '{automatic,is}' IS DISTINCT FROM 'true'
     AND NOT EXISTS (SELECT FROM suppressions s WHERE s.caused_by = m.id)
  UNION ALL
  SELECT c.id, c.person_id, c.created_at, 'call' FROM calls c WHERE c.person_id IS NOT NULL AND c.type = 'inbound';
  CREATE TEMP TABLE answers ON COMMIT DROP AS
  SELECT person_id, sent_by, executed_at AS at FROM actions
   WHERE sent_by IS NOT NULL AND executed_at IS NOT NULL AND type NOT IN ('call', 'voice_agent')
     AND status IN ('sent', 'simulated', 'delivered', 'read');
  CREATE INDEX ON inbound_items (person_id, at);
  CREATE INDEX ON answers (person_id, at);
  ANALYZE inbound_items, answers;
  CREATE TEMP TABLE found_threads ON COMMIT DROP AS
  WITH inbound AS (SELECT person_id, max(at) AS last_at, min(at) AS first_at FROM inbound_items GROUP BY 1),
  answered AS (
    SELECT DISTINCT ON (person_id) person_id, at AS last_at, sent_by FROM answers ORDER BY person_id, at DESC)
  SELECT person_id, i.first_at, i.last_at AS inbound_at, a.last_at AS answer_at, a.sent_by,
         (SELECT min(w.at) FROM inbound_items w WHERE w.person_id = i.person_id
             AND w.at > greatest(coalesce(a.last_at, '-infinity'), open_since)) AS waiting_since
    FROM inbound i FULL JOIN answered a USING (person_id);
  CREATE INDEX ON found_threads (person_id);
  ANALYZE found_threads;
  INSERT INTO threads (person_id, state, owner_id, waiting_since, last_item_at, last_text, last_channel, last_direction,
                       last_inbound_at, last_human_at, taken_until, taken_by, under_review, not_sent)
  SELECT f.person_id, CASE WHEN f.waiting_since IS NOT NULL OR review.is_open THEN 'open' ELSE 'closed' END, u.id,
         f.waiting_since, coalesce(last.at, f.inbound_at, f.answer_at), left(last.text, 200), last.channel, last.direction,
         f.inbound_at, f.answer_at,
         CASE WHEN f.answer_at > now() - interval '24 hours' THEN f.answer_at + interval '24 hours' END,
         CASE WHEN f.answer_at > now() - interval '24 hours' THEN u.id END, review.is_open,
         f.waiting_since IS NOT NULL AND coalesce(newest.status IN ('failed', 'blocked', 'unknown'), false)
    FROM found_threads f LEFT JOIN users u ON u.id = f.sent_by
    LEFT JOIN LATERAL (SELECT m.at, m.text, m.channel, m.direction FROM messages m WHERE m.person_id = f.person_id
                        ORDER BY m.at DESC, m.id DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (SELECT a.status FROM actions a WHERE a.person_id = f.person_id
                        ORDER BY a.created_at DESC LIMIT 1) newest ON true
   CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM reviews r WHERE r.person_id = f.person_id
                                         AND r.resolved_at IS NULL) AS is_open) review
  ON CONFLICT (person_id) DO NOTHING;
  INSERT INTO episodes (person_id, opened_at, opened_by, opened_channel, first_answer_at, first_answer_by, closed_at, how)
  SELECT t.person_id, opening.at, opening.id, opening.channel, answer.at, answer.sent_by,
         CASE WHEN t.state = 'closed' THEN greatest(t.last_item_at, opening.at) END,
         CASE WHEN t.state = 'closed' THEN 'auto' END
    FROM threads t JOIN found_threads f USING (person_id)
   CROSS JOIN LATERAL (SELECT i.id, i.at, i.channel FROM inbound_items i WHERE i.person_id = t.person_id
                          AND i.at >= coalesce(t.waiting_since, f.first_at) ORDER BY i.at LIMIT 1) opening
    LEFT JOIN LATERAL (SELECT a.at, a.sent_by FROM answers a WHERE a.person_id = t.person_id AND a.at >= opening.at
                        ORDER BY a.at LIMIT 1) answer ON true
   WHERE NOT EXISTS (SELECT FROM episodes e WHERE e.person_id = t.person_id);
  DROP TABLE inbound_items, answers, found_threads;
END
$$;

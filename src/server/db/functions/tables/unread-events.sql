-- Accepted events that no worker has read yet. The table inherits from events, so that every query of events sees these
-- too. With one index, no counters and no foreign key, accepting an event stays cheap; reading moves it to events.
CREATE TABLE IF NOT EXISTS unread_events (PRIMARY KEY (id)) INHERITS (events);
ALTER TABLE unread_events ALTER COLUMN validation_status SET DEFAULT 'received';

-- The table fills and empties all the time.
ALTER TABLE unread_events SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

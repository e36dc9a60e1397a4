-- Where events wait that were accepted and carry no key, until somebody reads them. Whoever asks for events sees these,
-- too. With one index, no counting and no look at their endpoint, writing one down costs as little as can be; reading
-- moves it to its place.
CREATE TABLE arrivals (PRIMARY KEY (id)) INHERITS (events);
--> statement-breakpoint
ALTER TABLE arrivals ALTER COLUMN validation_status SET DEFAULT 'received';
--> statement-breakpoint
-- It fills and empties all the time.
ALTER TABLE arrivals SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- No query filters by whole documents, so their statistics are not collected: analysing them sorts thousands of them.
ALTER TABLE events
  ALTER COLUMN raw_data SET STATISTICS 0,
  ALTER COLUMN processed_data SET STATISTICS 0,
  ALTER COLUMN problems SET STATISTICS 0;
ALTER TABLE timeline ALTER COLUMN metadata SET STATISTICS 0;

-- Updated with every event of a person: the free space keeps the new version on the same page.
ALTER TABLE ai_profiles ALTER COLUMN history SET STATISTICS 0, SET (fillfactor = 70);

-- Short-lived rows: compressing them would cost more than it saves.
ALTER TABLE reaction_queue ALTER COLUMN reactions SET STORAGE EXTERNAL;

-- One row of the queue holds all that one transaction told: far fewer rows come and go.
ALTER TABLE happenings ADD COLUMN what jsonb;
--> statement-breakpoint
UPDATE happenings SET what = jsonb_build_array(jsonb_build_object('personId', person_id, 'type', type, 'causedBy', caused_by));
--> statement-breakpoint
ALTER TABLE happenings ALTER COLUMN what SET NOT NULL, ALTER COLUMN what SET STORAGE EXTERNAL,
  DROP COLUMN person_id, DROP COLUMN type, DROP COLUMN caused_by;
--> statement-breakpoint
-- Nobody looks for whole documents, so nobody needs to know how they are spread; finding out sorts thousands of them.
ALTER TABLE events ALTER COLUMN raw_data SET STATISTICS 0, ALTER COLUMN processed_data SET STATISTICS 0, ALTER COLUMN problems SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE arrivals ALTER COLUMN raw_data SET STATISTICS 0, ALTER COLUMN processed_data SET STATISTICS 0, ALTER COLUMN problems SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE timeline ALTER COLUMN metadata SET STATISTICS 0;
--> statement-breakpoint
-- Written anew with whatever happens to somebody: room for the next version on the same page.
ALTER TABLE ai_profiles ALTER COLUMN history SET STATISTICS 0, SET (fillfactor = 70);

-- One row of the queue holds all that one transaction told: far fewer rows come and go. The table before it stays,
-- for processes of the version before may run beside those of this one, and whoever reads reads both.
CREATE TABLE "happened" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"what" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE happened ALTER COLUMN what SET STORAGE EXTERNAL;
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

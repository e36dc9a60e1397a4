CREATE TABLE "recording_deletions" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"messenger" text NOT NULL,
	"simulated" boolean NOT NULL,
	"account" text,
	"provider_call_id" text,
	"recording_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recording_deletions_status_check" CHECK ("recording_deletions"."status" IN ('pending', 'done', 'failed')),
	CONSTRAINT "recording_deletions_failure_check" CHECK ("recording_deletions"."failure" IN ('not_connected', 'account_changed', 'credentials_refused', 'vendor_busy', 'vendor_refused', 'unreachable'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "recording_deletions_status_index" ON "recording_deletions" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "recording_deletions_provider_index" ON "recording_deletions" USING btree ("messenger","provider_call_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'recordings_kept'));--> statement-breakpoint
-- A test send is counted apart from the actions, whatever became of it.
CREATE FUNCTION counted_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' THEN 'simulated' ELSE status END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), count(*)
      FROM new_rows GROUP BY 1, 3;
  ELSE
    INSERT INTO counters (hour, metric, dimension, count)
    SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted_status(status, simulation), -count(*)
      FROM old_rows GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_actions_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT counters_enabled() THEN RETURN NULL; END IF;
  INSERT INTO counters (hour, metric, dimension, count)
  SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted, sum(n)
    FROM (SELECT created_at, type, counted_status(status, simulation) AS counted, 1 AS n FROM new_rows
          UNION ALL
          SELECT created_at, type, counted_status(status, simulation), -1 FROM old_rows) changes
   GROUP BY 1, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO counters (hour, metric, dimension, count)
SELECT date_trunc('hour', created_at, 'UTC'), 'actions', type || ':' || counted, sum(n)
  FROM (SELECT created_at, type, 'simulated' AS counted, 1 AS n FROM actions WHERE simulation = 'test' AND status <> 'simulated'
        UNION ALL
        SELECT created_at, type, status, -1 FROM actions WHERE simulation = 'test' AND status <> 'simulated') changes
 GROUP BY 1, 3;

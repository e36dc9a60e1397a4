CREATE TABLE "form_consent_versions" (
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"consents" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_consent_versions_form_id_version_pk" PRIMARY KEY("form_id","version")
);
--> statement-breakpoint
CREATE TABLE "form_counts" (
	"form_id" uuid PRIMARY KEY NOT NULL,
	"submissions" integer DEFAULT 0 NOT NULL,
	"confirmed" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "form_consent_versions" ADD CONSTRAINT "form_consent_versions_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_counts" ADD CONSTRAINT "form_counts_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "threads_team_index" ON "threads" USING btree ("team_id","state","last_item_at" DESC NULLS LAST,"person_id") WHERE team_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "threads_team_unassigned_index" ON "threads" USING btree ("team_id","last_item_at" DESC NULLS LAST,"person_id") WHERE team_id IS NOT NULL AND owner_id IS NULL AND state = 'open';--> statement-breakpoint
CREATE INDEX "threads_team_waiting_index" ON "threads" USING btree ("team_id","waiting_since","person_id") WHERE team_id IS NOT NULL AND waiting_since IS NOT NULL AND state = 'open';--> statement-breakpoint
CREATE INDEX "form_submissions_created_index" ON "form_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "form_submissions_waiting_index" ON "form_submissions" USING btree ("form_id","created_at") WHERE email_confirmed_at IS NULL AND phone_confirmed_at IS NULL AND (email_asked_at IS NOT NULL OR phone_asked_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX "form_submissions_unlinked_index" ON "form_submissions" USING btree ("created_at") WHERE person_id IS NULL;--> statement-breakpoint
CREATE INDEX "form_submissions_texted_index" ON "form_submissions" USING btree ("phone_asked_at") WHERE phone_asked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_team_index" ON "notifications" USING btree ("team_id") WHERE team_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'thread_team_assigned', 'opt_in_limit', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused', 'integration_failing'));--> statement-breakpoint
INSERT INTO form_consent_versions (form_id, version, consents) SELECT id, consent_version, consents FROM lead_forms;--> statement-breakpoint
INSERT INTO form_counts (form_id, submissions, confirmed, last_at)
SELECT form_id, count(*), count(*) FILTER (WHERE email_confirmed_at IS NOT NULL OR phone_confirmed_at IS NOT NULL), max(created_at)
  FROM form_submissions GROUP BY form_id;--> statement-breakpoint
-- Links that still confirm are taken out of what operators can read; they are made again when a message is sent.
CREATE TEMPORARY TABLE open_confirmations ON COMMIT DROP AS
SELECT a.id, s.id AS submission_id, a.person_id, a.type FROM form_submissions s
  JOIN actions a ON a.person_id = s.person_id AND a.caused_by = s.event_id
 WHERE s.created_at > now() - interval '7 days' AND a.config ->> 'purpose' = 'opt_in';--> statement-breakpoint
UPDATE actions a SET config = a.config
    || jsonb_build_object('text', regexp_replace(a.config ->> 'text', 'https?://\S+/f/confirm/\S+', '[confirmation link]'),
                          'confirms', jsonb_build_object('submissionId', o.submission_id, 'kind', CASE a.type WHEN 'email' THEN 'email' ELSE 'phone' END))
    || CASE WHEN a.config -> 'rendered' ->> 'text' IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('rendered', (a.config -> 'rendered')
         || jsonb_build_object('text', regexp_replace(a.config -> 'rendered' ->> 'text', 'https?://\S+/f/confirm/\S+', '[confirmation link]'))) END
  FROM open_confirmations o WHERE a.id = o.id;--> statement-breakpoint
UPDATE messages m SET text = regexp_replace(m.text, 'https?://\S+/f/confirm/\S+', '[confirmation link]')
  FROM open_confirmations o WHERE m.id = o.id;--> statement-breakpoint
UPDATE timeline t SET description = regexp_replace(t.description, 'https?://\S+/f/confirm/\S+', '[confirmation link]')
  FROM (SELECT DISTINCT person_id FROM open_confirmations) o WHERE t.person_id = o.person_id AND t.description LIKE '%/f/confirm/%';--> statement-breakpoint
UPDATE threads t SET last_text = regexp_replace(t.last_text, 'https?://\S+(/f/confirm/\S+)?', '[confirmation link]')
  FROM (SELECT DISTINCT person_id FROM open_confirmations) o WHERE t.person_id = o.person_id AND t.last_text LIKE '%/f/confirm/%';

CREATE TABLE "sync_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text,
	"way" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'done' NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"conflicts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "sync_changes_way_check" CHECK ("sync_changes"."way" IN ('in', 'out')),
	CONSTRAINT "sync_changes_kind_check" CHECK ("sync_changes"."kind" IN ('added', 'linked', 'changed', 'deleted', 'refused', 'skipped')),
	CONSTRAINT "sync_changes_state_check" CHECK ("sync_changes"."state" IN ('pending', 'done', 'refused', 'undone', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "sync_connections" (
	"service" text PRIMARY KEY NOT NULL,
	"phase" text DEFAULT 'setup' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"map" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rule" text DEFAULT 'newest' NOT NULL,
	"creates_here" boolean DEFAULT true NOT NULL,
	"creates_there" boolean DEFAULT true NOT NULL,
	"on_remote_delete" text DEFAULT 'keep' NOT NULL,
	"on_local_delete" text DEFAULT 'keep' NOT NULL,
	"remote_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cursor" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer,
	"processed" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"fence" text,
	"last_sync_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_connections_phase_check" CHECK ("sync_connections"."phase" IN ('setup', 'preview', 'load', 'live')),
	CONSTRAINT "sync_connections_state_check" CHECK ("sync_connections"."state" IN ('waiting', 'running', 'paused', 'failed')),
	CONSTRAINT "sync_connections_rule_check" CHECK ("sync_connections"."rule" IN ('newest', 'ours', 'theirs')),
	CONSTRAINT "sync_connections_remote_delete_check" CHECK ("sync_connections"."on_remote_delete" IN ('keep', 'delete')),
	CONSTRAINT "sync_connections_local_delete_check" CHECK ("sync_connections"."on_local_delete" IN ('keep', 'delete'))
);
--> statement-breakpoint
CREATE TABLE "sync_links" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remote_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_queue" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"person_id" uuid,
	"remote_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "consent_records" DROP CONSTRAINT "consent_records_method_check";--> statement-breakpoint
ALTER TABLE "suppressions" DROP CONSTRAINT "suppressions_source_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "sync_changes" ADD CONSTRAINT "sync_changes_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_links" ADD CONSTRAINT "sync_links_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_queue" ADD CONSTRAINT "sync_queue_service_sync_connections_service_fk" FOREIGN KEY ("service") REFERENCES "public"."sync_connections"("service") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_changes_created_index" ON "sync_changes" USING btree ("service","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sync_changes_person_index" ON "sync_changes" USING btree ("person_id") WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sync_changes_pending_index" ON "sync_changes" USING btree ("service","person_id") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "sync_links_remote_index" ON "sync_links" USING btree ("service","remote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_links_person_index" ON "sync_links" USING btree ("person_id","service") WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sync_queue_service_index" ON "sync_queue" USING btree ("service","id");--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'job', 'knowledge', 'person', 'person_field', 'review', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'sync', 'task', 'template', 'thread', 'token', 'user', 'view', 'webhook', 'workspace'));--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_method_check" CHECK ("consent_records"."method" IN ('form', 'keyword', 'operator', 'import', 'endpoint', 'merge', 'sync'));--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_source_check" CHECK ("suppressions"."source" IN ('keyword', 'phrase', 'reply', 'review', 'operator', 'unsubscribe', 'complaint', 'bounce', 'vendor', 'import', 'sync'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" IN ('job_dead', 'audit_broken', 'handoff_asked', 'reply_received', 'endpoint_failing', 'send_unknown', 'review_needed', 'rule_loop', 'mail_refused', 'ai_provider_failing', 'recordings_kept', 'mentioned', 'thread_assigned', 'snooze_ended', 'task_due', 'batch_finished', 'token_suspended', 'approval_waiting', 'token_read_many', 'webhook_paused', 'sync_paused'));--> statement-breakpoint
-- Written by hand: triggers that queue changed people for the syncs that follow them. A sync names itself in
-- `faro.syncing` while it writes, so that it does not queue its own changes.
CREATE FUNCTION queue_new_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, n.id FROM sync_connections s CROSS JOIN new_rows n
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION queue_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT s.service, n.id FROM sync_connections s CROSS JOIN new_rows n JOIN old_rows o ON o.id = n.id
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true)
     AND (n.updated_at, n.consents, n.status) IS DISTINCT FROM (o.updated_at, o.consents, o.status);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The link stays without the person: the contact must not bring back who was deleted here.
CREATE FUNCTION unlink_deleted_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, remote_id)
  SELECT l.service, l.remote_id FROM sync_links l JOIN old_rows o ON o.id = l.person_id WHERE l.gone_at IS NULL
     AND l.service IS DISTINCT FROM current_setting('faro.syncing', true);
  UPDATE sync_links l SET person_id = NULL, "values" = '{}', problems = '[]', updated_at = now()
    FROM old_rows o WHERE l.person_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION queue_opted_out_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT DISTINCT s.service, a.person_id
    FROM sync_connections s CROSS JOIN new_rows n JOIN person_addresses a ON a.hash = n.address_hash
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_sync_insert AFTER INSERT ON people REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_people();
--> statement-breakpoint
CREATE TRIGGER people_sync_update AFTER UPDATE ON people REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_people();
--> statement-breakpoint
CREATE TRIGGER people_sync_delete AFTER DELETE ON people REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION unlink_deleted_people();
--> statement-breakpoint
CREATE TRIGGER suppressions_sync_insert AFTER INSERT ON suppressions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_opted_out_people();

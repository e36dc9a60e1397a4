CREATE TABLE "segment_members" (
	"segment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segment_members_segment_id_person_id_pk" PRIMARY KEY("segment_id","person_id")
);

CREATE TABLE "trigger_watches" (
	"key" text PRIMARY KEY NOT NULL,
	"seeded_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"looking_until" timestamp (3) with time zone,
	"looked_after" uuid,
	"took_ms" integer DEFAULT 0 NOT NULL,
	"definition" text
);

ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_type_check";
ALTER TABLE "tasks" ADD COLUMN "run_id" uuid;
ALTER TABLE "sequence_runs" ADD COLUMN "happened" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "sequence_runs" ADD COLUMN "outcome" jsonb;
ALTER TABLE "segment_members" ADD CONSTRAINT "segment_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "segment_members_person_index" ON "segment_members" USING btree ("person_id");
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_run_id_sequence_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sequence_runs"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "tasks_run_index" ON "tasks" USING btree ("run_id") WHERE run_id IS NOT NULL;
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_type_check" CHECK ("webhook_events"."type" IN ('person.created', 'person.updated', 'person.deleted', 'person.merged', 'message.received', 'message.sent', 'message.delivered', 'message.read', 'message.failed', 'message.refused', 'call.started', 'call.ended', 'consent.changed', 'score.changed', 'signal.detected', 'rule.fired', 'sequence.started', 'sequence.step', 'sequence.ended', 'broadcast.started', 'broadcast.paused', 'broadcast.resumed', 'broadcast.done', 'broadcast.cancelled'));

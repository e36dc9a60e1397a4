CREATE TABLE "profile_queue" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"mark" uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE "audit_logs" ADD COLUMN "details" jsonb;
ALTER TABLE "unanswered_questions" ADD COLUMN "channel" text DEFAULT 'voice_agent' NOT NULL;
ALTER TABLE "unanswered_questions" ADD COLUMN "message_id" uuid;
ALTER TABLE "unanswered_questions" ADD COLUMN "terms" text[];
ALTER TABLE "unanswered_questions" ADD COLUMN "dismissal_id" uuid;
ALTER TABLE "profile_queue" ADD CONSTRAINT "profile_queue_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "unanswered_questions_person_index" ON "unanswered_questions" USING btree ("person_id");
CREATE INDEX "unanswered_questions_created_index" ON "unanswered_questions" USING btree ("created_at");
CREATE INDEX "unanswered_questions_dismissal_index" ON "unanswered_questions" USING btree ("dismissal_id") WHERE dismissal_id IS NOT NULL;
CREATE UNIQUE INDEX "unanswered_questions_message_index" ON "unanswered_questions" USING btree ("message_id") WHERE message_id IS NOT NULL;
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_channel_check" CHECK ("unanswered_questions"."channel" IN ('sms', 'whatsapp', 'call', 'voice_agent', 'email', 'x'));

-- Appends to the audit chain under one lock, because each hash covers the one before it.
CREATE OR REPLACE FUNCTION audit_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
  entry record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('faro audit chain', 0));
  SELECT seq, hash INTO last_seq, last_hash FROM audit_logs ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0);
  last_hash := coalesce(last_hash, ''::bytea);
  FOR entry IN
    SELECT * FROM jsonb_to_recordset(entries) AS e (
      id uuid, user_id uuid, event_type text, entity_type text, entity_id text, description text,
      details jsonb, metadata jsonb, status text, ip_address text, user_agent text, created_at timestamptz,
      salt text, commitment text, digest text
    )
  LOOP
    last_seq := last_seq + 1;
    last_hash := sha256(last_hash || decode(entry.digest, 'hex'));
    INSERT INTO audit_logs (
      id, seq, user_id, event_type, entity_type, entity_id, description, details, metadata, status,
      ip_address, user_agent, created_at, salt, commitment, digest, hash
    ) VALUES (
      entry.id, last_seq, entry.user_id, entry.event_type, entry.entity_type, entry.entity_id,
      entry.description, entry.details, entry.metadata, entry.status, entry.ip_address, entry.user_agent,
      entry.created_at, decode(entry.salt, 'hex'), decode(entry.commitment, 'hex'),
      decode(entry.digest, 'hex'), last_hash
    );
  END LOOP;
END
$$;

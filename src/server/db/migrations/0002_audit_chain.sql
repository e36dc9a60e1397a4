-- Appends entries to the audit chain. The lock makes the chain serial: it is held until the caller's
-- transaction ends, so call this last. A function and not one statement, because the last row must be
-- read with a snapshot taken after the lock was given.
CREATE FUNCTION audit_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
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
      metadata jsonb, status text, ip_address text, user_agent text, created_at timestamptz,
      salt text, commitment text, digest text
    )
  LOOP
    last_seq := last_seq + 1;
    last_hash := sha256(last_hash || decode(entry.digest, 'hex'));
    INSERT INTO audit_logs (
      id, seq, user_id, event_type, entity_type, entity_id, description, metadata, status,
      ip_address, user_agent, created_at, salt, commitment, digest, hash
    ) VALUES (
      entry.id, last_seq, entry.user_id, entry.event_type, entry.entity_type, entry.entity_id,
      entry.description, entry.metadata, entry.status, entry.ip_address, entry.user_agent,
      entry.created_at, decode(entry.salt, 'hex'), decode(entry.commitment, 'hex'),
      decode(entry.digest, 'hex'), last_hash
    );
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION audit_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_logs is insert-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_logs_no_change BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION audit_is_insert_only();
--> statement-breakpoint
CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_insert_only();

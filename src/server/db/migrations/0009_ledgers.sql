-- What was agreed to, refused or told stays as it was said: rows are added and never changed.
CREATE FUNCTION ledger_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER consent_records_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consent_records
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_insert_only();
--> statement-breakpoint
CREATE TRIGGER suppressions_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suppressions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_insert_only();
--> statement-breakpoint
CREATE TRIGGER callbacks_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON callbacks
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_insert_only();

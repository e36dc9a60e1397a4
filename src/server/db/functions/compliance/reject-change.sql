-- Insert-only tables, except for an erasure, which sets faro.erasing for its transaction. It may empty the personal
-- fields of audit entries and the reasons of opt-outs, which may quote the person, and delete consents and receipts;
-- the rows of suppressions always stay.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME;
END
$$;

CREATE OR REPLACE TRIGGER audit_logs_insert_only BEFORE DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER consent_records_insert_only BEFORE UPDATE OR TRUNCATE ON consent_records
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER suppressions_insert_only BEFORE DELETE OR TRUNCATE ON suppressions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER delivery_receipts_insert_only BEFORE UPDATE OR TRUNCATE ON delivery_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER audit_logs_no_update BEFORE UPDATE ON audit_logs
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER consent_records_no_delete BEFORE DELETE ON consent_records
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER delivery_receipts_no_delete BEFORE DELETE ON delivery_receipts
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER suppressions_no_update BEFORE UPDATE ON suppressions
  FOR EACH STATEMENT WHEN (coalesce(current_setting('faro.erasing', true), '') <> 'on') EXECUTE FUNCTION reject_change();

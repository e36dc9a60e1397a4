-- An opt-out is sent to synced vendors for every person who has the address.
CREATE OR REPLACE FUNCTION queue_opted_out_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_queue (service, person_id)
  SELECT DISTINCT s.service, a.person_id
    FROM sync_connections s CROSS JOIN new_rows n JOIN person_addresses a ON a.hash = n.address_hash
   WHERE s.phase IN ('load', 'live') AND s.service IS DISTINCT FROM current_setting('faro.syncing', true);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER suppressions_sync_insert AFTER INSERT ON suppressions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_opted_out_people();

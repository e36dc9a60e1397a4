-- PostgreSQL has uuidv7() only from 18 on; this works on 15 and later. The time in milliseconds is followed by the version
-- and by 12 bits of the fraction, so that rows of one millisecond are in the order of their inserts. The rest is random.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT (
    overlay(
      substring(encode(int8send(floor(extract(epoch FROM clock_timestamp()) * 4096000)::bigint), 'hex') FROM 2)
      PLACING '7' FROM 13 FOR 0
    ) || substring(encode(uuid_send(gen_random_uuid()), 'hex') FROM 17)
  )::uuid
$$;

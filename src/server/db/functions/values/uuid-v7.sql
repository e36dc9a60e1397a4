-- PostgreSQL has uuidv7() only from 18 on; this works on 15 and later. A random UUID (version 4) gets the time in
-- milliseconds as its first 48 bits, and two more bits turn the version 4 into a 7.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6
      ), 52, 1), 53, 1),
    'hex')::uuid
$$;

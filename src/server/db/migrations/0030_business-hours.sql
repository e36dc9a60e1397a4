ALTER TABLE "report_state" ADD COLUMN "opens" smallint DEFAULT 9 NOT NULL;
ALTER TABLE "report_state" ADD COLUMN "closes" smallint DEFAULT 17 NOT NULL;
ALTER TABLE "report_state" ADD COLUMN "last_day" smallint DEFAULT 5 NOT NULL;

-- How many seconds between two instants are in the business hours by which reports count; holidays are days like others.
CREATE OR REPLACE FUNCTION business_seconds(since timestamptz, until timestamptz) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum(greatest(0, extract(epoch FROM least(until, hours.shut) - greatest(since, hours.open)))), 0)::float8
    FROM report_state s,
         generate_series(date_trunc('day', since AT TIME ZONE s.timezone), until AT TIME ZONE s.timezone, interval '1 day') day,
         LATERAL (SELECT (day + make_interval(hours => s.opens)) AT TIME ZONE s.timezone AS open,
                         (day + make_interval(hours => s.closes)) AT TIME ZONE s.timezone AS shut) hours
   WHERE extract(isodow FROM day) <= s.last_day
$$;

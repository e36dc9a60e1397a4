-- Changes of which no subscription wants to know write nothing.
CREATE OR REPLACE FUNCTION webhook_wanted(VARIADIC wanted text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  -- A restore brings the events along with the rows.
  SELECT current_setting('faro.restoring', true) IS DISTINCT FROM 'on'
     AND EXISTS (SELECT FROM webhook_subscriptions WHERE events && wanted AND deleted_at IS NULL)
$$;

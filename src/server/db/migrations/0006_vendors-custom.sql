-- A test send that the simulator accepted is never sent, delivered or read.
CREATE FUNCTION send_status(status text, simulation text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN simulation = 'test' AND status IN ('sent', 'delivered', 'read') THEN 'simulated' ELSE status END
$$;
--> statement-breakpoint
-- The rank of a delivery status: a later receipt never moves a message back, and a delivery overrides a failure.
CREATE OR REPLACE FUNCTION delivery_rank(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'sent' THEN 1 WHEN 'simulated' THEN 1 WHEN 'failed' THEN 2 WHEN 'delivered' THEN 3
    WHEN 'read' THEN 4 ELSE 0 END)::smallint
$$;
--> statement-breakpoint
-- Earlier sends through a connector that was never saved can only have gone to its simulator.
UPDATE actions a SET
    simulation = sent.simulation,
    status = send_status(a.status, sent.simulation),
    price = CASE WHEN sent.simulation = 'demo' THEN a.price END
  FROM (SELECT id, CASE WHEN EXISTS (SELECT 1 FROM settings WHERE category = 'workspace' AND key = 'demo' AND value = 'true')
                        THEN 'demo' ELSE 'test' END AS simulation
          FROM actions
         WHERE messenger IS NOT NULL AND NOT EXISTS (SELECT 1 FROM connections c
               WHERE c.service = CASE WHEN messenger LIKE 'whatsapp-%' THEN 'whatsapp'
                                      WHEN messenger LIKE 'twilio-%' THEN 'twilio' ELSE messenger END)) sent
 WHERE a.id = sent.id;

import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { activityRows, type Calendar, planTimeSlices } from "./calendar.ts";
import { figures } from "./figures.ts";
import { generatedId, numberArrayParam, randomUnit, textArrayParam } from "./sql-expressions.ts";

const n = sql`n`;

type PricedService = {
  service: string;
  kind: string;
  share: number;
  /** Typical cost of a request in US dollars, and its latency in milliseconds. */
  price: number;
  latency: number;
  unit: string;
  units: number;
};

const pricedServices: readonly PricedService[] = [
  { service: "openai", kind: "llm", share: 34, price: 0.0081, latency: 840, unit: "tokens", units: 1400 },
  { service: "deepseek", kind: "llm", share: 12, price: 0.0014, latency: 1180, unit: "tokens", units: 1300 },
  { service: "gemini", kind: "llm", share: 10, price: 0.0029, latency: 610, unit: "tokens", units: 1500 },
  { service: "grok", kind: "llm", share: 4, price: 0.011, latency: 970, unit: "tokens", units: 1200 },
  { service: "twilio", kind: "sms", share: 20, price: 0.0098, latency: 190, unit: "segments", units: 1 },
  { service: "twilio", kind: "call", share: 3.7, price: 0.062, latency: 320, unit: "seconds", units: 222 },
  {
    service: "whatsapp",
    kind: "whatsapp",
    share: 10,
    price: 0.0147,
    latency: 240,
    unit: "messages",
    units: 1,
  },
  {
    service: "elevenlabs",
    kind: "tts",
    share: 4,
    price: 0.124,
    latency: 430,
    unit: "characters",
    units: 620,
  },
  { service: "google", kind: "tts", share: 1, price: 0.016, latency: 280, unit: "characters", units: 410 },
];

/** Every request to a vendor. Costs are scaled so that each day adds up to its figure exactly. */
export const insertDemoUsage = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const slices = planTimeSlices(calendar, {
    today: { count: 2406, total: figures.cost.today },
    yesterday: { count: 2512, total: figures.cost.yesterday },
    day: (growth) => ({ count: Math.round(90 + 560 * growth ** 2.5), total: 9 + 45 * growth ** 1.3 }),
  });
  const totalShare = pricedServices.reduce((sum, { share }) => sum + share, 0);
  let used = 0;
  const bounds = pricedServices.slice(0, -1).map(({ share }) => {
    used += share;
    return used / totalShare;
  });
  const column = (read: (service: PricedService) => number) => numberArrayParam(pricedServices.map(read));
  const names = (read: (service: PricedService) => string) => textArrayParam(pricedServices.map(read));
  await tx.execute(sql`
    INSERT INTO usage (id, service, kind, ok, latency_ms, cost, units, created_at)
    WITH services AS (
      SELECT * FROM unnest(
        ${names(({ service }) => service)}, ${names(({ kind }) => kind)}, ${names(({ unit }) => unit)},
        ${column(({ price }) => price)}, ${column(({ latency }) => latency)}, ${column(({ units }) => units)}
      ) WITH ORDINALITY AS s (service, kind, unit, price, latency, units, position)
    ), requests AS MATERIALIZED (
      SELECT n, at, slice, total, service, kind, unit, ${randomUnit(n, 81)} >= 0.014 AS ok,
             (latency * (0.55 + 0.9 * power(${randomUnit(n, 82)}, 2)) + 20)::int AS latency_ms,
             price * (0.6 + 0.8 * ${randomUnit(n, 83)}) AS weight,
             greatest(1, round(units * (0.5 + ${randomUnit(n, 84)})))::int AS units
        FROM ${activityRows(slices)} activities
        JOIN services ON position = 1 + width_bucket(${randomUnit(n, 80)}, ${numberArrayParam(bounds)})
    ), priced AS MATERIALIZED (
      SELECT *, round((weight / sum(weight) OVER (PARTITION BY slice))::numeric * round(total, 2), 6) AS cost,
             row_number() OVER (PARTITION BY slice ORDER BY weight DESC, n) = 1 AS most_expensive
        FROM requests
    )
    SELECT ${generatedId("usage", n, sql`at`)}, service, kind, ok, latency_ms,
           cost + CASE WHEN most_expensive THEN round(total, 2) - sum(cost) OVER (PARTITION BY slice) ELSE 0 END,
           jsonb_build_object(unit, units), at
      FROM priced ORDER BY n`);
};

import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { figures } from "./figures.ts";
import { adjustToAverage, generatedId, pickText, randomUnit } from "./sql-expressions.ts";

const n = sql`n`;
const { scores } = figures;

/** Scores correlate with the stage and with each other; they are shifted so that their averages match the figures. */
export const insertDemoProfiles = async (tx: Tx): Promise<void> => {
  const averaged = (value: ReturnType<typeof sql>, target: number, salt: number) =>
    adjustToAverage(value, target, sql``, randomUnit(n, salt));
  await tx.execute(sql`
    INSERT INTO ai_profiles (id, person_id, intent_score, propensity_to_buy, churn_risk, preferred_channel,
                             best_time_to_contact, features, preferences, next_best_action, ai_summary, created_at, updated_at)
    WITH rough AS (
      SELECT *, least(97, round(41 + 55 * power(${randomUnit(n, 30)}, 0.55)) + 2 * stage_rank(status))::int AS intent
        FROM demo_people WHERE ${randomUnit(n, 31)} < 0.88
    ), related AS (
      SELECT *, least(96, greatest(8, intent - 23 + round(20 * ${randomUnit(n, 32)}))) ::int AS propensity,
             greatest(3, round((104 - intent) * (0.55 + 0.65 * ${randomUnit(n, 33)})) - 1)::int AS churn
        FROM rough
    ), scored AS (
      SELECT *, ${averaged(sql`intent`, scores.intent, 34)} AS intent_score,
             ${averaged(sql`propensity`, scores.propensity, 35)} AS propensity_to_buy,
             ${averaged(sql`churn`, scores.churn, 36)} AS churn_risk,
             CASE WHEN whatsapp THEN 'whatsapp' WHEN sms THEN 'sms' WHEN call THEN 'call' ELSE 'email' END AS channel,
             CASE WHEN whatsapp THEN 'WhatsApp' WHEN sms THEN 'SMS' WHEN call THEN 'phone' ELSE 'e-mail' END AS channel_name,
             ${pickText(["in the morning", "around noon", "in the afternoon", "in the evening", "on Saturdays"], n, 37)} AS hours,
             ${pickText(["a rooftop system", "a battery for outages", "financing over 25 years", "a quote for a business", "lower monthly bills"], n, 38)} AS interest
        FROM related
    )
    SELECT ${generatedId("profile", n, sql`created_at`)}, id, intent_score, propensity_to_buy, churn_risk, channel, hours,
           jsonb_build_object('visits_7d', floor(12 * ${randomUnit(n, 39)})::int, 'replies_30d', floor(6 * ${randomUnit(n, 40)})::int,
                              'days_since_contact', floor(21 * ${randomUnit(n, 41)})::int, 'model', 'rules-1'),
           jsonb_build_object('language', language),
           CASE WHEN dnc THEN 'Do not contact'
                WHEN churn_risk > 45 THEN 'Call to win back'
                WHEN intent_score > 75 THEN 'Offer a visit by ' || channel_name
                ELSE 'Send more about ' || interest END,
           'Interested in ' || interest || '. ' || CASE WHEN language = 'es' THEN 'Prefers Spanish' ELSE 'Writes in English' END
             || ', best reached ' || hours || ' by ' || channel_name || '.',
           created_at, touched_at
      FROM scored ORDER BY n`);
};

import { sql } from "drizzle-orm";
import type { Language } from "#domain/language.ts";
import type { Reader } from "#server/db/database.ts";
import { demoIds } from "./demo-rows.ts";
import { formEndpoint } from "./workspace.ts";

export type TrialEndpoint = { id: string; name: string; settings: unknown };

/** The demo's website form, while it receives; a lead of the page Start arrives there. */
export const findTrialEndpoint = async (db: Reader): Promise<TrialEndpoint | undefined> => {
  const { rows } = await db.execute<TrialEndpoint>(sql`
    SELECT id, name, settings FROM endpoints
     WHERE id IN ${demoIds("endpoints")} AND name = ${formEndpoint} AND type = 'webhook' AND status = 'active'`);
  return rows[0];
};

const firstNames = ["Ana", "Lucía", "Marisol", "Elena", "Carmen", "Valeria"];
const lastNames = ["Rosario", "Colón", "Rivera", "Santiago", "Ortiz", "Meléndez"];

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** What the website form sends for a woman who asks; `random` is in [0, 1). */
export const trialPayload = (
  { phone, language, message }: { phone: string; language: Language; message: string },
  random: () => number,
): Record<string, unknown> => {
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? "";
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)];
  return {
    type: "form_submitted",
    first_name: firstName,
    last_name: lastName,
    email: `${fold(firstName)}.${fold(lastName)}.${phone.slice(-4)}@example.com`,
    phone,
    language,
    message,
    consents: { sms: true },
  };
};

import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { saveContactPolicy } from "#server/store/compliance/contact-policy.ts";
import { saveBusinessDetails } from "#server/store/workspace/business.ts";

export const demoCompany = "Sol del Este";

/** The business of the demo. It also sends on public holidays, so that the demo does not depend on the date. */
export const saveDemoSettings = async (tx: Tx): Promise<void> => {
  await saveBusinessDetails(tx, {
    name: demoCompany,
    website: null,
    address: null,
    email: null,
    phone: null,
  });
  await saveContactPolicy(tx, { answerInQuietHours: false, sendOnHolidays: true });
};

/** Settings that were saved again belong to the workspace and stay. */
export const removeDemoSettings = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM settings WHERE updated_at = created_at AND (category, key) IN (('business', 'business'), ('compliance', 'policy'))`);
};

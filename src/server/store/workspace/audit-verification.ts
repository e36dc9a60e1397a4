import * as z from "zod";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "./settings.ts";

const key = { category: "audit", key: "verification" };

const auditVerification = z.object({ at: z.number(), ok: z.boolean() });
/** When the audit chain was last verified completely, in milliseconds, and whether it was whole. */
export type StoredVerification = z.infer<typeof auditVerification>;

export const readAuditVerification = async (db: Reader): Promise<StoredVerification | null> =>
  auditVerification.safeParse(await readSetting(db, key)).data ?? null;

export const saveAuditVerification = (tx: Tx, verification: StoredVerification): Promise<void> =>
  saveSetting(tx, key, verification, "Last verification of the audit chain");

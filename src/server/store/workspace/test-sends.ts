import * as z from "zod";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "./settings.ts";

const testSends = z.object({
  allowed: z.boolean(),
  /** The e-mail address of the administrator who decided, and when. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
});
export type TestSends = z.infer<typeof testSends>;

const key = { category: "workspace", key: "test_sends" };

/** Whether messages may go to the simulators outside the demo. */
export const readTestSends = async (db: Reader): Promise<TestSends> =>
  testSends.catch({ allowed: false, by: null, at: null }).parse(await readSetting(db, key));

export const saveTestSends = (tx: Tx, value: TestSends): Promise<void> =>
  saveSetting(tx, key, value, "May messages be sent to the simulators outside the demo?");

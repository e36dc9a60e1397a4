import * as z from "zod";

export const securitySettings = z.strictObject({
  /** An administrator without a second factor can do nothing but set one up. */
  adminSecondFactor: z.boolean(),
});
export type SecuritySettings = z.infer<typeof securitySettings>;
export const defaultSecuritySettings: SecuritySettings = { adminSecondFactor: false };

import * as z from "zod";

export const securitySettings = z.strictObject({
  /** An administrator without a second factor can do nothing but set one up. */
  adminSecondFactor: z.boolean().default(false),
  /** Users may let AI assistants act for them by signing in, beside tokens that they make by hand. */
  assistantSignIn: z.boolean().default(false),
});
export type SecuritySettings = z.infer<typeof securitySettings>;
export const defaultSecuritySettings: SecuritySettings = securitySettings.parse({});

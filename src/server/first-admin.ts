import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { minAdminPasswordLength, type PasswordFault } from "#domain/password-policy.ts";
import { system } from "./audit/entry.ts";
import { checkPassword } from "./auth/check-password.ts";
import { hashPassword } from "./auth/passwords.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { StartError } from "./start-error.ts";
import { countUsers, insertUser } from "./store/workspace/users.ts";
import type { Write } from "./store/write.ts";

export type FirstSignIn = {
  email: string;
  /** Undefined when the operator set it. */
  password: string | undefined;
};

/** All of them, so that the next attempt is not refused for another reason. */
const passwordRules = `The password of an administrator has at least ${minAdminPasswordLength} characters, is none of the most common ones, is not one character repeated, and contains no part of the e-mail address that has four letters or more`;

const faults: Record<PasswordFault, string> = {
  too_short: "it is too short",
  too_short_for_admin: "it is too short",
  common: "it is one of the most common passwords",
  contains_email: "it contains a part of the e-mail address",
};

/** Creates the first administrator while there are no users. A generated password is shown only once. */
export const createFirstAdmin = async (
  db: Db,
  write: Write,
  config: Config,
): Promise<FirstSignIn | undefined> => {
  if ((await countUsers(db)) > 0) return undefined;
  const email = config.adminEmail ?? "admin@faro.local";
  const password = config.adminPassword ?? randomBytes(12).toString("base64url");
  if (config.adminPassword !== undefined) {
    const fault = await checkPassword(password, { email, isAdministrative: true });
    if (fault) throw new StartError(`FARO_ADMIN_PASSWORD is refused: ${faults[fault]}. ${passwordRules}.`);
  }
  const hashed = await hashPassword(password);
  return write(system, async ({ tx, audit, touch }) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro administrators', 0))`);
    if ((await countUsers(tx)) > 0) return undefined;
    const admin = await insertUser(tx, { email, password: hashed, longPassword: true, role: "admin" });
    if (!admin) return undefined;
    audit({
      eventType: "data_change",
      entityType: "user",
      entityId: admin.id,
      details: { kind: "first_admin_created", email },
    });
    touch("users");
    return { email, password: config.adminPassword === undefined ? password : undefined };
  });
};

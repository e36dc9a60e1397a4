import { randomBytes } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { system } from "#server/audit/entry.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import type { Db } from "#server/db/database.ts";
import { StartError } from "#server/start-error.ts";
import { findUserByEmail, updateUser } from "#server/store/workspace/users.ts";
import { createWrite } from "#server/store/write.ts";
import { withDatabase } from "./with-database.ts";

/** For whoever holds the machine and lost the password: a new random one, shown once. */
await withDatabase(async ({ connection }) => {
  const email = process.argv[2]?.toLowerCase();
  if (!email) throw new StartError("Say whose: npm run user:password -- EMAIL");
  const pool = new pg.Pool(connection);
  const db = drizzle(pool) as unknown as Db;
  const password = randomBytes(12).toString("base64url");
  const hashed = await hashPassword(password);
  const noJobs = { insert: async () => {} };
  await createWrite(db, noJobs)(system, async ({ tx, audit, touch }) => {
    const user = await findUserByEmail(tx, email);
    if (!user) throw new StartError(`Nobody here has the e-mail ${email}.`);
    await updateUser(tx, user.id, { password: hashed, active: true });
    await endUserSessions(tx, user.id);
    audit({
      eventType: "data_change",
      entityType: "user",
      entityId: user.id,
      description: `A new password for ${email} was set on the command line`,
    });
    touch("users");
  });
  await pool.end();
  console.log(`The password of ${email} is now ${password}`);
});

import { randomBytes } from "node:crypto";
import { system } from "#server/audit/entry.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import { clearAccountFailures } from "#server/auth/sign-in-throttle.ts";
import { openDatabase } from "#server/db/database.ts";
import { StartError } from "#server/start-error.ts";
import { findUserByEmail, updateUser } from "#server/store/workspace/users.ts";
import { createWrite } from "#server/store/write.ts";
import { withDatabase } from "./with-database.ts";

/** Sets a new random password for an operator with access to the machine. It is shown only once. */
await withDatabase(async ({ connection }) => {
  const email = process.argv[2]?.toLowerCase();
  if (!email) throw new StartError("Name the user: npm run user:password -- EMAIL");
  const database = openDatabase(connection, (error) => console.error(error.message));
  const password = randomBytes(12).toString("base64url");
  const hashed = await hashPassword(password);
  const noJobs = { insert: async () => {} };
  await createWrite(database.db, noJobs)(system, async ({ tx, audit, touch }) => {
    const user = await findUserByEmail(tx, email);
    if (!user) throw new StartError(`There is no user with the e-mail address ${email}.`);
    await updateUser(tx, user.id, { password: hashed, longPassword: true, active: true });
    await endUserSessions(tx, user.id);
    await clearAccountFailures(tx, user.email);
    audit({
      eventType: "data_change",
      entityType: "user",
      entityId: user.id,
      details: { kind: "password_set_by_command", email },
    });
    touch("users");
  });
  await database.close();
  console.log(`The new password of ${email} is ${password}`);
});

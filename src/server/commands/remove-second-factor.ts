import { system } from "#server/audit/entry.ts";
import { deleteSecondFactor } from "#server/auth/second-factors.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import { openDatabase } from "#server/db/database.ts";
import { StartError } from "#server/start-error.ts";
import { revokeUserTokens } from "#server/store/workspace/user-activity.ts";
import { findUserByEmail } from "#server/store/workspace/users.ts";
import { createWrite } from "#server/store/write.ts";
import { withDatabase } from "./with-database.ts";

/** Turns off the second factor of a user who lost both the app and the recovery codes. */
await withDatabase(async ({ connection }) => {
  const email = process.argv[2]?.toLowerCase();
  if (!email) throw new StartError("Name the user: npm run user:second-factor -- EMAIL");
  const database = openDatabase(connection, (error) => console.error(error.message));
  const noJobs = { insert: async () => {} };
  try {
    await createWrite(database.db, noJobs)(system, async ({ tx, audit, touch }) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw new StartError(`There is no user with the e-mail address ${email}.`);
      if (!(await deleteSecondFactor(tx, user.id))) throw new StartError(`${email} has no second factor.`);
      await endUserSessions(tx, user.id);
      await revokeUserTokens(tx, user.id);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: user.id,
        details: { kind: "second_factor_reset", email, byCommand: true },
      });
      touch("users", "account", "tokens");
    });
  } finally {
    await database.close();
  }
  console.log(`${email} signs in with the password alone now.`);
});

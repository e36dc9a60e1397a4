import type { CurrentUser } from "#contract/auth.ts";
import { language } from "#domain/language-schema.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { readStartStage } from "#server/store/workspace/first-steps.ts";
import type { ApiServices } from "./handler.ts";
import { mustSetUpSecondFactor } from "./second-factor.ts";

/** The signed-in user as their own browser sees them. */
export const toCurrentUser = async (
  services: ApiServices,
  user: UserSession["user"],
): Promise<CurrentUser> => ({
  ...user,
  language: language.nullable().catch(null).parse(user.language),
  mustSetUpSecondFactor: await mustSetUpSecondFactor(services, user),
  startStage: await readStartStage(services.database.db, user),
});

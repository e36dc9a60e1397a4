import { account, auth } from "./auth.ts";
import { integrations } from "./integrations.ts";
import { settings } from "./settings.ts";
import { users } from "./users.ts";
import { workspace } from "./workspace.ts";

/** The whole API. Add an endpoint: an entry in its resource's file, and its handler in server/api. */
export const contract = { auth, account, users, settings, integrations, workspace };
export type Contract = typeof contract;

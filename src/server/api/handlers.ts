import { accountHandlers, authHandlers } from "./auth.ts";
import type { Handlers } from "./handler.ts";
import { integrationHandlers } from "./integrations.ts";
import { settingsHandlers } from "./settings.ts";
import { userHandlers } from "./users.ts";
import { workspaceHandlers } from "./workspace.ts";

export const handlers: Handlers = {
  auth: authHandlers,
  account: accountHandlers,
  users: userHandlers,
  settings: settingsHandlers,
  integrations: integrationHandlers,
  workspace: workspaceHandlers,
};

import { aiProviders } from "./ai-providers.ts";
import { account, auth } from "./auth.ts";
import { business } from "./business.ts";
import { compliance } from "./compliance.ts";
import { dashboard } from "./dashboard.ts";
import { deliveries } from "./deliveries.ts";
import { endpoints } from "./endpoints.ts";
import { events } from "./events.ts";
import { integrations } from "./integrations.ts";
import { ledgers } from "./ledgers.ts";
import { people } from "./people.ts";
import { publicData } from "./public-data.ts";
import { rules } from "./rules.ts";
import { scripts } from "./scripts.ts";
import { settings } from "./settings.ts";
import { templates } from "./templates.ts";
import { users } from "./users.ts";
import { voice } from "./voice.ts";
import { workspace } from "./workspace.ts";

/** The whole API. Add an endpoint: an entry in its resource's file, and its handler in server/api. */
export const contract = {
  auth,
  account,
  users,
  settings,
  business,
  dashboard,
  people,
  endpoints,
  events,
  aiProviders,
  rules,
  templates,
  deliveries,
  ledgers,
  scripts,
  voice,
  compliance,
  integrations,
  publicData,
  workspace,
};
export type Contract = typeof contract;

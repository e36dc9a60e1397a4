import { sql } from "drizzle-orm";
import type { PlaceArea } from "#domain/access/areas.ts";
import { type AudienceNode, audience as audienceSchema } from "#domain/audience/audience.ts";
import type { Language } from "#domain/language.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import {
  type AudienceCondition,
  type AudienceUse,
  audienceCondition,
} from "#server/store/people/audience-context.ts";
import { findView } from "#server/store/people/views.ts";
import { isVisible } from "#server/store/people/visible-people.ts";
import type { ApiServices } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

/** The caller is `me`, and now is the one instant of the request. */
export const audienceUse = async ({ general }: ApiServices, userId: string): Promise<AudienceUse> => ({
  now: Date.now(),
  userId,
  timezone: (await general()).timezone,
});

const parseWhere = (text: string, language: Language): AudienceNode => {
  const parse = (): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const { data } = audienceSchema.safeParse(parse());
  if (data) return data;
  throw new Problem("invalid", { issues: [{ path: "where", message: issuePhrases[language].filter }] });
};

/** The condition of `where` and `view` of a request within the caller's part; undefined where there is none of them. */
export const requestedAudience = async (
  services: ApiServices,
  { where, view }: { where?: string | undefined; view?: string | undefined },
  { caller, area }: { caller: UserSession; area: PlaceArea },
  language: Language,
): Promise<AudienceCondition | undefined> => {
  const userId = caller.user.id;
  const reach = reachOf(caller, area);
  if (where === undefined && view === undefined && reach === undefined) return undefined;
  const { db } = services.database;
  const stored = view === undefined ? undefined : await findView(db, view, userId);
  if (view !== undefined && !stored) throw new Problem("not_found");
  const parts = [
    ...(where === undefined ? [] : [parseWhere(where, language)]),
    ...(stored ? [stored.audience as unknown] : []),
  ];
  const use = await audienceUse(services, userId);
  const conditions = await Promise.all(parts.map((part) => audienceCondition(db, part, use)));
  return {
    ok: conditions.every(({ ok }) => ok),
    sql: sql.join([isVisible("p.id", reach), ...conditions.map((condition) => condition.sql)], sql` AND `),
  };
};

import { sql as andSql } from "drizzle-orm";
import { audiencesApi } from "#contract/audiences.ts";
import { isIdentifyingField, mayAskFor, roundedCount, seesPeople } from "#domain/audience/without-people.ts";
import { defaultDirection } from "#domain/people-sort.ts";
import { audienceCondition, readAudience } from "#server/store/people/audience-context.ts";
import { loadAudienceFacts } from "#server/store/people/audience-facts.ts";
import { listAudienceFields } from "#server/store/people/audience-field-list.ts";
import { countPeople } from "#server/store/people/people.ts";
import { isVisible } from "#server/store/people/visible-people.ts";
import { audienceUse } from "./audience-request.ts";
import type { Handlers } from "./handler.ts";
import { listPeoplePage } from "./people-page.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";
import { requestLanguage } from "./vendor-problems.ts";

const nobodyCounted = { total: 0, totalIs: "exact" as const, isReadable: false };

export const audienceHandlers: Handlers["audiences"] = {
  fields: async ({ services: { database }, caller }) => {
    const fields = await listAudienceFields(database.db, reachOf(caller, audiencesApi.fields.area));
    return {
      fields: seesPeople(caller.user.permissions)
        ? fields
        : fields.filter(({ id }) => !isIdentifyingField(id)),
    };
  },

  count: async ({ input: { body }, caller, services }) => {
    const { permissions } = caller.user;
    if (!mayAskFor(permissions, body.audience)) throw new Problem("forbidden");
    const { db, pool } = services.database;
    const { ok, sql } = await audienceCondition(
      db,
      body.audience,
      await audienceUse(services, caller.user.id),
    );
    if (!ok) return nobodyCounted;
    const reach = reachOf(caller, audiencesApi.count.area);
    const audience = andSql`${isVisible("p.id", reach)} AND ${sql}`;
    const counted = await countPeople(pool, { audience }, body.exact);
    return seesPeople(permissions)
      ? { ...counted, isReadable: true }
      : { total: roundedCount(counted.total), totalIs: "rounded", isReadable: true };
  },

  people: async ({ input: { body }, caller, request, services }) => {
    const { audience, search, sort, direction = defaultDirection[sort], cursor, limit } = body;
    const { ok, sql } = await audienceCondition(
      services.database.db,
      audience,
      await audienceUse(services, caller.user.id),
    );
    const page = await listPeoplePage(
      services,
      { search, audience: andSql`${isVisible("p.id", reachOf(caller, "people"))} AND ${sql}` },
      { sort, direction },
      { cursor, limit, language: requestLanguage({ caller, request }), countsAll: false },
    );
    return { ...page, isReadable: ok };
  },

  why: async ({ input: { params, body }, caller, services }) => {
    const use = await audienceUse(services, caller.user.id);
    return services.database.db.transaction(async (tx) => {
      const { compiled } = await readAudience(tx, body.audience, use);
      const needs = compiled.ok ? compiled : { needs: new Set<never>(), asks: [] };
      const facts = (await loadAudienceFacts(tx, [params.id], needs, use.now)).get(params.id);
      if (!facts) throw new Problem("not_found");
      return compiled.ok
        ? { matches: compiled.matches(facts), isReadable: true, rows: compiled.explain(facts) }
        : { matches: false, isReadable: false, rows: [] };
    });
  },
};

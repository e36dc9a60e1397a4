import { figureTexts } from "#domain/figures/figure-texts.ts";
import {
  deleteReportLimit,
  insertReportLimit,
  listReportLimits,
} from "#server/store/reports/report-limits.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const reportLimitHandlers: Handlers["reportLimits"] = {
  list: async ({ services: { database } }) => ({ limits: await listReportLimits(database.db) }),

  create: ({ input: { body }, caller, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const limit = await insertReportLimit(tx, body, caller.user.id);
      if (!limit) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "report",
        entityId: limit.id,
        details: {
          kind: "thing",
          verb: "added",
          thing: "report_limit",
          name: figureTexts[body.figure].name.en,
        },
      });
      touch("report-limits");
      return limit;
    }),

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const limit = await deleteReportLimit(tx, params.id);
      if (!limit) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "report",
        entityId: params.id,
        details: {
          kind: "thing",
          verb: "deleted",
          thing: "report_limit",
          name: figureTexts[limit.figure].name.en,
        },
      });
      touch("report-limits");
    });
    return { ok: true };
  },
};

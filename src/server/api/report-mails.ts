import type { ReportMail } from "#contract/report-mails.ts";
import { duePeriod } from "#domain/figures/report-mail.ts";
import { mailReport } from "#server/housekeeping/mail-report.ts";
import { listActiveUsers } from "#server/store/conversations/user-name.ts";
import {
  deleteReportMail,
  insertReportMail,
  listReportMails,
  listSends,
  lockReportMail,
  type StoredReportMail,
  updateReportMail,
} from "#server/store/reports/report-mails.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { demandPeople } from "./require-rights.ts";

const toMail = ({ startsAt: _since, ...mail }: StoredReportMail): ReportMail => mail;

const changed = (id: string, verb: "added" | "changed" | "deleted", name: string) => ({
  eventType: "data_change" as const,
  entityType: "report" as const,
  entityId: id,
  details: { kind: "thing" as const, verb, thing: "report_mail" as const, name },
});

export const reportMailHandlers: Handlers["reportMails"] = {
  list: async ({ services: { database } }) => ({
    mails: (await listReportMails(database.db)).map(toMail),
  }),

  readers: async ({ services: { database } }) => ({ readers: await listActiveUsers(database.db) }),

  create: async ({ input: { body }, caller, actor, services: { write } }) => {
    // An audience may ask for names and addresses.
    if (body.audience !== null) demandPeople(caller);
    return write(actor, async ({ tx, audit, touch }) => {
      const id = await insertReportMail(tx, body, caller.user.id);
      audit(changed(id, "added", body.name));
      touch("report-mails");
      const [mail] = await listReportMails(tx, id);
      if (!mail) throw new Problem("not_found");
      return toMail(mail);
    });
  },

  update: async ({ input: { params, body }, caller, actor, services: { write } }) => {
    if (body.audience !== null) demandPeople(caller);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockReportMail(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (body.updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(body.updatedAt))
        throw new Problem("conflict");
      await updateReportMail(tx, params.id, body);
      audit(changed(params.id, "changed", body.name));
      touch("report-mails");
      const [mail] = await listReportMails(tx, params.id);
      if (!mail) throw new Problem("not_found");
      return toMail(mail);
    });
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockReportMail(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteReportMail(tx, params.id);
      audit(changed(params.id, "deleted", before.name));
      touch("report-mails");
    });
    return { ok: true };
  },

  send: async ({ input: { params }, caller, services }) => {
    const [mail] = await listReportMails(services.database.db, params.id);
    if (!mail) throw new Problem("not_found");
    const { timezone } = await services.general();
    const { period } = duePeriod(mail, Date.now(), timezone);
    const sending = { mail, userId: caller.user.id, period, timezone, isTest: true };
    return { state: (await mailReport(services, sending)) ?? "unknown" };
  },

  sends: async ({ input: { params }, services: { database } }) => ({
    sends: await listSends(database.db, params.id),
  }),
};

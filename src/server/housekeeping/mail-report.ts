import { sql } from "drizzle-orm";
import { hasLevel } from "#domain/access/areas.ts";
import { isPartial, scopedAreas, scopeOfCall } from "#domain/access/record-scope.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { FigureName } from "#domain/figures/figures.ts";
import { type MailState, reportMailText } from "#domain/figures/report-mail.ts";
import { type ReportCells, tableNames, tableOfFigure } from "#domain/figures/tables.ts";
import { system } from "#server/audit/entry.ts";
import type { StaffMailer } from "#server/connectors/messaging/staff-mail.ts";
import type { Database, Reader } from "#server/db/database.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import { isVisible } from "#server/store/people/visible-people.ts";
import { isTooLarge, readTables } from "#server/store/reports/measure-tables.ts";
import type { ReportRange } from "#server/store/reports/read-reports.ts";
import { claimSend, finishSend, type StoredReportMail } from "#server/store/reports/report-mails.ts";
import { readRole } from "#server/store/workspace/roles.ts";
import { findUser } from "#server/store/workspace/users.ts";
import type { Write } from "#server/store/write.ts";

type Services = { database: Database; write: Write; mailStaff: StaffMailer };

type Sending = {
  mail: StoredReportMail;
  userId: string;
  period: ReportRange["period"];
  timezone: string;
  isTest: boolean;
};

/** What a reader may count; undefined where their role sees no reports, or no people to choose them by. */
const rangeOfReader = async (
  db: Reader,
  { mail, userId, period, timezone }: Sending,
): Promise<{ email: string; isPartial: boolean; range: ReportRange } | undefined> => {
  const user = await findUser(db, userId);
  if (!user?.active) return undefined;
  const { permissions, scopes } = await readRole(db, user);
  if (!hasLevel(permissions, "reports", "view")) return undefined;
  if (mail.audience !== null && !seesPeople(permissions)) return undefined;
  const scope = scopeOfCall(scopes, scopedAreas);
  const parts = [
    ...(scope === "all" ? [] : [isVisible("p.id", { userId, scope })]),
    ...(mail.audience === null
      ? []
      : [(await audienceCondition(db, mail.audience, { now: Date.now(), userId, timezone })).sql]),
  ];
  const people = parts.length === 0 ? undefined : sql.join(parts, sql` AND `);
  return { email: user.email, isPartial: isPartial(scopes), range: { period, timezone, people } };
};

const readCells = async (
  db: Reader,
  range: ReportRange,
  figures: readonly FigureName[],
): Promise<ReportCells> => {
  const names = tableNames.filter((name) => figures.some((figure) => tableOfFigure(figure) === name));
  const tables = await readTables(db, range, names);
  return Object.assign({}, ...tables.map(({ total }) => total)) as ReportCells;
};

const compose = async ({ database: { db }, mailStaff }: Services, sending: Sending): Promise<MailState> => {
  const reader = await rangeOfReader(db, sending);
  if (!reader) return "no_rights";
  if (await isTooLarge(db, reader.range)) return "too_large";
  const { name, figures, language, audience } = sending.mail;
  const message = reportMailText({
    name,
    period: sending.period,
    figures,
    cells: await readCells(db, reader.range, figures),
    language,
    isFiltered: audience !== null,
    isPartial: reader.isPartial,
  });
  const outcome = await mailStaff({ to: reader.email, ...message, language });
  return outcome === "none" ? "no_account" : outcome;
};

/**
 * Mails a period of a report to one reader, as far as their role may see it. Its row is committed before the mail
 * leaves, so that a process that ends in between sends it once at most. Undefined where another process sends it.
 */
export const mailReport = async (services: Services, sending: Sending): Promise<MailState | undefined> => {
  const { mail, userId, period, isTest } = sending;
  const id = await services.write(system, ({ tx }) =>
    claimSend(tx, { mailId: mail.id, userId, period, isTest }),
  );
  if (id === undefined) return undefined;
  const state = await compose(services, sending);
  await services.write(system, async ({ tx, touch }) => {
    await finishSend(tx, id, state);
    touch("report-mails");
  });
  return state;
};

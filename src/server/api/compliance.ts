import { Readable } from "node:stream";
import type { AuditLogEntry } from "#contract/compliance.ts";
import { describeStoredAudit } from "#domain/audit/describe-audit.ts";
import type { Language } from "#domain/language.ts";
import { signHead } from "#server/audit/anchor.ts";
import {
  type AuditListRow,
  exportAudit,
  listAudit,
  readAuditHead,
  readComplianceSummary,
} from "#server/store/compliance/audit-log.ts";
import {
  lockContactPolicy,
  readContactPolicy,
  rescheduleNewlyAllowed,
  saveContactPolicy,
} from "#server/store/compliance/contact-policy.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import { toCsv, toJsonLines } from "./audit-export.ts";
import { exportLanguage } from "./export-language.ts";
import type { Handlers } from "./handler.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

export const toAuditEntry = (row: AuditListRow, language: Language): AuditLogEntry => ({
  id: row.id,
  seq: row.seq,
  createdAt: row.created_at.toISOString(),
  eventType: row.event_type,
  userId: row.user_id,
  userEmail: row.user_email,
  entityType: row.entity_type,
  entityId: row.entity_id,
  description: describeStoredAudit(row, language),
  isDemo: row.is_demo,
  status: row.status,
});

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
} as const;

export const complianceHandlers: Handlers["compliance"] = {
  policy: ({ services: { database } }) => readContactPolicy(database.db),

  savePolicy: async ({ input: { body }, actor, services: { write } }) => {
    const { updatedAt: expectedUpdatedAt, ...after } = body;
    return write(actor, async ({ tx, audit, touch }) => {
      const { updatedAt, ...before } = await lockContactPolicy(tx);
      if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== updatedAt) throw new Problem("conflict");
      await saveContactPolicy(tx, after);
      await rescheduleNewlyAllowed(tx, before, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "compliance",
        details: { kind: "thing", verb: "changed", thing: "contact_policy" },
        metadata: { before, after },
      });
      touch("settings", "actions");
      return readContactPolicy(tx);
    });
  },

  summary: async ({ services: { database, general, contactRules } }) => {
    const { hours } = await contactRules(Date.now());
    return readComplianceSummary(database.pool, startOfToday((await general()).timezone), hours);
  },

  auditLogs: async ({ input: { query }, request, services: { database }, reply }) => {
    const language = preferredLanguage(request.headers);
    const { entries, nextBefore } = await listAudit(
      database.pool,
      { ...query, language },
      query.before,
      query.limit,
    );
    // A header, because the body is the plain list. A filtered page may be empty and still have a next one.
    if (nextBefore !== null) reply.header("x-next-cursor", nextBefore);
    return entries.map((entry) => toAuditEntry(entry, language));
  },

  exportAudit: async ({
    input: { query },
    actor,
    caller,
    request,
    services: { database, write, keyring },
    reply,
  }) => {
    const { format, names, language, ...filter } = query;
    // SavedOutcome before the export starts, so that every export is recorded and contains its own entry.
    await write(actor, async ({ audit }) => {
      audit({
        eventType: "data_change",
        entityType: "audit_log",
        entityId: "export",
        details: { kind: "exported", what: "audit_log", format: format === "csv" ? "csv" : "signed_jsonl" },
        metadata: { format, ...filter },
      });
    });
    const head = await readAuditHead(database.pool);
    const searched = language ?? requestLanguage({ caller, request });
    const pages = exportAudit(database.pool, { ...filter, language: searched }, head.seq);
    const signed = signHead(keyring.current(), head.seq, head.hash, new Date());
    const lines =
      format === "csv"
        ? toCsv(pages, exportLanguage({ names, language }, { caller, request }))
        : toJsonLines(pages, signed);
    const day = signed.at.slice(0, 10);
    void reply
      .header("content-type", contentTypes[format])
      .header("content-disposition", `attachment; filename="faro-audit-${day}.${format}"`)
      .send(Readable.from(lines, { objectMode: false }));
    return "";
  },
};

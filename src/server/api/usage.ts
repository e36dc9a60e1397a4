import type { UsageRecord } from "#contract/usage.ts";
import { usageKindLabels, type ValueLabels } from "#domain/texts/value-labels.ts";
import { listUsage } from "#server/store/delivery/usage.ts";
import type { Handlers } from "./handler.ts";
import { sendLedgerCsv, toLedgerQuery } from "./ledger-export.ts";

const outcomeLabels: ValueLabels<"ok" | "failed"> = {
  ok: { en: "Accepted", es: "Aceptado" },
  failed: { en: "Failed", es: "Fallido" },
};

export const usageHandlers: Handlers["usage"] = {
  list: async ({ input: { query }, services }) => {
    const { limit, ...filter } = await toLedgerQuery(query, services);
    return listUsage(services.database.db, filter, limit);
  },

  exportUsage: async ({ input: { query }, services, ...call }) => {
    const { names: _names, language: _language, ...filter } = await toLedgerQuery(query, services);
    return sendLedgerCsv<UsageRecord>(
      { ...call, services },
      {
        name: "costs",
        query,
        columns: [
          ["created_at", ({ createdAt }) => createdAt],
          ["kind", ({ kind }) => kind, usageKindLabels],
          ["service", ({ service }) => service],
          ["outcome", ({ ok }) => (ok ? "ok" : "failed"), outcomeLabels],
          ["cost_usd", ({ cost }) => cost],
          ["latency_ms", ({ latencyMs }) => latencyMs],
          ["units", ({ units }) => (units === null ? null : JSON.stringify(units))],
          ["person_id", ({ personId }) => personId],
          ["person", ({ personName }) => personName],
          ["delivery_id", ({ actionId }) => actionId],
        ],
        readPage: (before, limit) => listUsage(services.database.db, { ...filter, before }, limit),
      },
    );
  },
};

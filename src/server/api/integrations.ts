import type { Connection } from "#contract/integrations.ts";
import { planSave, type SettingValues } from "#domain/connection.ts";
import { formOf, shapeOf } from "#server/connectors/connector.ts";
import { connectors } from "#server/connectors/connectors.ts";
import {
  listConnections,
  lockConnection,
  type ShownConnection,
  saveConnection,
} from "#server/store/connections.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import type { Handlers } from "./handler.ts";
import { invalid, Problem } from "./problem.ts";

const present = (row: ShownConnection): Connection => ({
  ...row,
  mode: row.mode === "live" ? "live" : "sandbox",
  updatedAt: row.updatedAt.toISOString(),
});

/** A mask that comes back from a form is a secret nobody touched. */
const withoutMasks = (body: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => !(typeof value === "string" && value.startsWith(maskPrefix))),
  );

export const integrationHandlers: Handlers["integrations"] = {
  connectors: async () =>
    connectors.map(({ id, label, group, settings }) => ({ id, label, group, form: formOf(settings) })),

  list: async ({ services: { database } }) =>
    Object.fromEntries((await listConnections(database.db)).map((row) => [row.service, present(row)])),

  save: async ({ input: { params, body }, actor, services: { write, keyring } }) => {
    const connector = connectors.find(({ id }) => id === params.service);
    if (!connector) throw new Problem("not_found");
    const parsed = connector.settings.safeParse(withoutMasks(body));
    if (!parsed.success) throw invalid(parsed.error, "");
    const saved = await write(actor, async ({ tx, audit, touch }) => {
      const stored = await lockConnection(tx, connector.id);
      const plan = planSave(shapeOf(connector.settings), stored, parsed.data as SettingValues);
      if (!plan.ok) {
        throw new Problem("secret_required", {
          issues: plan.reason.fields.map((path) => ({ path, message: "" })),
        });
      }
      await saveConnection(tx, keyring, connector.id, plan);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: connector.id,
        description: `Saved the ${connector.label} connection`,
        metadata: {
          settings: plan.settings,
          secretsSet: Object.keys(plan.seal),
          secretsRemoved: plan.forget,
        },
      });
      touch("integrations");
      return (await listConnections(tx)).find((row) => row.service === connector.id);
    });
    if (!saved) throw new Problem("not_found");
    return present(saved);
  },
};

import type { IntegrationActivity, integrationsApi } from "#contract/integrations.ts";
import { type Channel, channels } from "#domain/channels/channel.ts";
import { integrationState } from "#domain/integrations/integration-state.ts";
import { apiKeyConnectors, integrationConnectors } from "#server/connectors/connectors.ts";
import { activityByHour, activityByService } from "#server/store/connections/activity.ts";
import { listConnections } from "#server/store/connections/connections.ts";
import { countChanges } from "#server/store/sync/sync-changes.ts";
import { listSyncs } from "#server/store/sync/sync-connections.ts";
import type { ApiCall, ApiServices } from "./handler.ts";
import { requestLanguage } from "./vendor-problems.ts";

const hourMs = 3_600_000;

/** The channels on which each connector sends at present. */
const readCarriers = async ({ messaging }: ApiServices): Promise<Map<string, Channel[]>> => {
  const carriers = new Map<string, Channel[]>();
  for (const channel of channels)
    for (const { messenger } of await messaging.messengersFor(channel))
      carriers.set(messenger.connector.id, [...(carriers.get(messenger.connector.id) ?? []), channel]);
  return carriers;
};

/** State and last day of each connector, from what was really asked of its vendor. */
export const integrationActivity = async (
  call: ApiCall<(typeof integrationsApi)["activity"]>,
): Promise<IntegrationActivity[]> => {
  const { database, vendors } = call.services;
  const { db } = database;
  // Whole hours, so that the first bar of a chart is not cut.
  const first = Math.floor(Date.now() / hourMs) * hourMs - 23 * hourMs;
  const since = new Date(first);
  const [carriers, connections, services, hours, syncs] = await Promise.all([
    readCarriers(call.services),
    listConnections(db),
    activityByService(db, since),
    activityByHour(db, since),
    listSyncs(db),
  ]);
  const changes = await Promise.all(syncs.map(({ service }) => countChanges(db, service, since)));
  const language = requestLanguage(call);
  return [...integrationConnectors, ...apiKeyConnectors].map(({ id }) => {
    const saved = connections.find(({ service }) => service === id);
    const activity = services.find(({ service }) => service === id);
    const ownHours = hours.filter(({ service }) => service === id);
    const syncAt = syncs.findIndex(({ service }) => service === id);
    const sync = syncs[syncAt];
    const counted = changes[syncAt];
    return {
      service: id,
      state: integrationState({
        mode: saved?.mode === "live" ? "live" : vendors.mode === "sandbox" ? "sandbox" : "none",
        lastRequestOk: activity?.lastRequestOk ?? null,
        ...(sync ? { sync: sync.state } : {}),
      }),
      requests: activity?.requests ?? 0,
      failed: activity?.failed ?? 0,
      lastAt: activity ? new Date(activity.lastAt).toISOString() : (sync?.lastSyncAt?.toISOString() ?? null),
      sends: [...new Set(carriers.get(id))],
      sync:
        sync && counted
          ? {
              in: counted.in,
              out: counted.out,
              refused: counted.refused,
              state: sync.state,
              problem: sync.problem?.[language] ?? null,
            }
          : null,
      hours: Array.from({ length: 24 }, (_, index) => {
        const at = first + index * hourMs;
        const found = ownHours.find(({ hour }) => Date.parse(hour) === at);
        return { hour: new Date(at).toISOString(), ok: found?.ok ?? 0, failed: found?.failed ?? 0 };
      }),
    };
  });
};

import type { integrationsApi, MaskedConnection } from "#contract/integrations.ts";
import {
  describeDestination,
  keepsSecret,
  planConnectionSave,
  type SettingValues,
} from "#domain/connection.ts";
import { recordsOfConnector } from "#domain/go-live/records.ts";
import { type AnyConnector, connectionShape, settingsForm } from "#server/connectors/connector.ts";
import { apiKeyConnectors, integrationConnectors } from "#server/connectors/connectors.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { parseConnectionSettings } from "#server/connectors/resolve-connection.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import {
  fetchOwnedNumbers,
  type OwnedNumber,
  type TwilioContext,
  twilio,
} from "#server/connectors/twilio.ts";
import { findWorkVendor } from "#server/connectors/work/work-vendors.ts";
import {
  listConnections,
  lockConnection,
  type MaskedConnectionRow,
  saveConnection,
} from "#server/store/connections/connections.ts";
import { deleteGrant } from "#server/store/connections/oauth-grants.ts";
import { deleteHookSecrets } from "#server/store/integrations/hook-secrets.ts";
import { retryWork } from "#server/store/integrations/integration-work.ts";
import { deleteGoLiveRecords } from "#server/store/workspace/go-live.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import { requireRightsToChat } from "./chat-rights.ts";
import type { ApiCall, Handlers } from "./handler.ts";
import { integrationActivity } from "./integration-activity.ts";
import { issueMessages } from "./issue-messages.ts";
import { invalidInput, Problem } from "./problem.ts";
import { createVendorCache } from "./response-cache.ts";
import { secretDestinationProblem } from "./secret-destination-problem.ts";
import { testAiProvider, testConnection } from "./test-connection.ts";
import { requestLanguage, vendorProblem } from "./vendor-problems.ts";

const toConnection = (row: MaskedConnectionRow): MaskedConnection => ({
  ...row,
  mode: row.mode === "live" ? "live" : "sandbox",
  updatedAt: row.updatedAt.toISOString(),
});

/** A form returns the mask of a secret that the user did not change. */
const withoutMasks = (body: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => !(typeof value === "string" && value.startsWith(maskPrefix))),
  );

const belongsTo =
  (connectors: readonly AnyConnector[]) =>
  ({ service }: { service: string }): boolean =>
    connectors.some(({ id }) => id === service);

type SaveCall = ApiCall<(typeof integrationsApi)["save"]>;

const createSaveHandler =
  (connectors: readonly AnyConnector[]) =>
  async ({
    input: { params, body },
    actor,
    services,
    caller,
    request,
  }: SaveCall): Promise<MaskedConnection> => {
    const { write, keyring } = services;
    const connector = connectors.find(({ id }) => id === params.service);
    if (!connector) throw new Problem("not_found");
    const language = requestLanguage({ caller, request });
    const given = withoutMasks(body);
    const saved = await write(actor, async ({ tx, audit, touch }) => {
      const stored = await lockConnection(tx, connector.id);
      const shape = connectionShape(connector.settings);
      const usesSecrets = connector.usesSecrets?.(given) ?? true;
      const isSimulated =
        services.sandboxUrl !== undefined && usesSecrets && !keepsSecret(shape, stored, given);
      const parsed = parseConnectionSettings(connector, given, isSimulated, issueMessages[language]);
      if (!parsed.ok) throw invalidInput(parsed.error, "");
      const submitted = parsed.settings;
      await requireRightsToChat(tx, connector.id, stored?.settings, submitted, caller.user.permissions);
      const plan = planConnectionSave(shape, stored, submitted, connector.usesSecrets?.(submitted));
      const before = stored ? describeDestination(shape, stored.settings) : null;
      const after = describeDestination(shape, submitted);
      if (!plan.ok) {
        const moved = plan.reason.fields.map((name) => ({
          name,
          from: before,
          to: after ?? connector.label,
        }));
        throw secretDestinationProblem(moved, language);
      }
      await saveConnection(tx, keyring, connector.id, plan);
      // A grant belongs to the client and the host that it was given for.
      const isSameClient = stored?.settings.clientId === plan.settings.clientId && before === after;
      if (!isSameClient || plan.forget.includes("clientSecret")) await deleteGrant(tx, connector.id);
      await deleteGoLiveRecords(tx, recordsOfConnector(connector.id));
      // What was agreed with another account, or with the simulator, proves nothing.
      if (Object.keys(plan.seal).length + plan.forget.length > 0) await deleteHookSecrets(tx, connector.id);
      await retryWork(tx, connector.id);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: connector.id,
        details: { kind: "connection_saved", name: connector.label },
        metadata: {
          settings: plan.settings,
          secretsSet: Object.keys(plan.seal),
          secretsRemoved: plan.forget,
          ...(stored && before !== after ? { destination: { before, after } } : {}),
        },
      });
      touch("integrations", "integration-work");
      return (await listConnections(tx)).find((row) => row.service === connector.id);
    });
    if (!saved) throw new Problem("not_found");
    return toConnection(saved);
  };

const ownedNumbersCache = createVendorCache<OwnedNumber[] | VendorFailure>(Array.isArray);

export const integrationHandlers: Handlers["integrations"] = {
  connectors: async () =>
    [...integrationConnectors, ...apiKeyConnectors].map(({ id, label, group, settings }) => ({
      id,
      label,
      group,
      hasSync: findPeopleVendor(id) !== undefined,
      hasWork: findWorkVendor(id) !== undefined,
      form: settingsForm(settings),
    })),

  list: async ({ services: { database } }) =>
    Object.fromEntries(
      (await listConnections(database.db))
        .filter(belongsTo(integrationConnectors))
        .map((row) => [row.service, row.settings]),
    ),

  connections: async ({ services: { database } }) =>
    Object.fromEntries(
      (await listConnections(database.db))
        .filter(belongsTo(integrationConnectors))
        .map((row) => [row.service, toConnection(row)]),
    ),

  activity: integrationActivity,

  save: createSaveHandler(integrationConnectors),

  apiKeys: async ({ services: { database } }) =>
    (await listConnections(database.db)).filter(belongsTo(apiKeyConnectors)).map(toConnection),

  saveApiKey: createSaveHandler(apiKeyConnectors),

  test: async (call) => {
    const body = withoutMasks(call.input.body);
    const { service } = call.input.params;
    if (service === "ai-provider") return testAiProvider(call, body);
    const connector = [...integrationConnectors, ...apiKeyConnectors].find(({ id }) => id === service);
    if (!connector) throw new Problem("not_found");
    return testConnection(call, connector, body);
  },

  /** Empty while Twilio is not configured. */
  phoneNumbers: async ({ services, caller, request }) => {
    const vendors = services.vendors;
    const opened = await vendors.open(twilio);
    if (!opened.ok) return [];
    const numbers = await ownedNumbersCache(services)([opened.mode, opened.settings], () =>
      vendors.use(opened, "numbers", (context) => fetchOwnedNumbers(context as TwilioContext)),
    );
    if (!Array.isArray(numbers)) throw vendorProblem(numbers, opened, requestLanguage({ caller, request }));
    return numbers;
  },
};

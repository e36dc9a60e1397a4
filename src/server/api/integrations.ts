import type { integrationsApi, MaskedConnection } from "#contract/integrations.ts";
import { planConnectionSave, type SettingValues } from "#domain/connection.ts";
import { type AnyConnector, connectionShape, settingsForm } from "#server/connectors/connector.ts";
import { apiKeyConnectors, integrationConnectors } from "#server/connectors/connectors.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import {
  fetchOwnedNumbers,
  type OwnedNumber,
  type TwilioContext,
  twilio,
} from "#server/connectors/twilio.ts";
import {
  listConnections,
  lockConnection,
  type MaskedConnectionRow,
  saveConnection,
} from "#server/store/connections/connections.ts";
import { maskPrefix } from "#server/vault/vault.ts";
import type { Call, Handlers } from "./handler.ts";
import { issueWords } from "./issue-words.ts";
import { invalid, Problem } from "./problem.ts";
import { testAiProvider, testConnection } from "./test-connection.ts";
import { languageOf, memoryOf, vendorFailed, vendorsOf } from "./vendors.ts";

const present = (row: MaskedConnectionRow): MaskedConnection => ({
  ...row,
  mode: row.mode === "live" ? "live" : "sandbox",
  updatedAt: row.updatedAt.toISOString(),
});

/** A mask that comes back from a form is a secret nobody touched. */
const withoutMasks = (body: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => !(typeof value === "string" && value.startsWith(maskPrefix))),
  );

const isOneOf =
  (list: readonly AnyConnector[]) =>
  ({ service }: { service: string }): boolean =>
    list.some(({ id }) => id === service);

type Saving = Call<(typeof integrationsApi)["save"]>;

const saveOneOf =
  (list: readonly AnyConnector[]) =>
  async ({
    input: { params, body },
    actor,
    services,
    caller,
    request,
  }: Saving): Promise<MaskedConnection> => {
    const { write, keyring } = services;
    const connector = list.find(({ id }) => id === params.service);
    if (!connector) throw new Problem("not_found");
    const parsed = connector.settings.safeParse(withoutMasks(body), {
      error: issueWords[languageOf({ caller, request })],
    });
    if (!parsed.success) throw invalid(parsed.error, "");
    const saved = await write(actor, async ({ tx, audit, touch }) => {
      const stored = await lockConnection(tx, connector.id);
      const plan = planConnectionSave(
        connectionShape(connector.settings),
        stored,
        parsed.data as SettingValues,
      );
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
  };

const numbersOf = memoryOf<OwnedNumber[] | VendorFailure>(Array.isArray);

export const integrationHandlers: Handlers["integrations"] = {
  connectors: async () =>
    [...integrationConnectors, ...apiKeyConnectors].map(({ id, label, group, settings }) => ({
      id,
      label,
      group,
      form: settingsForm(settings),
    })),

  list: async ({ services: { database } }) =>
    Object.fromEntries(
      (await listConnections(database.db))
        .filter(isOneOf(integrationConnectors))
        .map((row) => [row.service, present(row)]),
    ),

  save: saveOneOf(integrationConnectors),

  apiKeys: async ({ services: { database } }) =>
    (await listConnections(database.db)).filter(isOneOf(apiKeyConnectors)).map(present),

  saveApiKey: saveOneOf(apiKeyConnectors),

  test: async (call) => {
    const body = withoutMasks(call.input.body);
    const { service } = call.input.params;
    if (service === "ai-provider") return testAiProvider(call, body);
    const connector = [...integrationConnectors, ...apiKeyConnectors].find(({ id }) => id === service);
    if (!connector) throw new Problem("not_found");
    return testConnection(call, connector, body);
  },

  /** An account that is not there owns no numbers. */
  phoneNumbers: async ({ services, caller, request }) => {
    const vendors = vendorsOf(services);
    const opened = await vendors.open(twilio);
    if (!opened.ok) return [];
    const numbers = await numbersOf(services)([opened.mode, opened.settings], () =>
      vendors.use(opened, "numbers", (context) => fetchOwnedNumbers(context as TwilioContext)),
    );
    if (!Array.isArray(numbers)) throw vendorFailed(numbers, opened, languageOf({ caller, request }));
    return numbers;
  },
};

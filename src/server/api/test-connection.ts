import type { integrationsApi } from "#contract/integrations.ts";
import type { SettingValues } from "#domain/connection.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import type { OpenedConnection, UnresolvedConnection } from "#server/store/connections/vendors.ts";
import { allAiProviders } from "./ai-providers.ts";
import type { Call } from "./handler.ts";
import { issueWords } from "./issue-words.ts";
import { Problem } from "./problem.ts";
import { languageOf, problemOf, vendorsOf, wordsOf } from "./vendors.ts";

type Testing = Call<(typeof integrationsApi)["test"]>;
type Tested = { success: boolean; mode: "sandbox" | "live"; message: string; latencyMs: number };

const run = async (
  call: Testing,
  connector: AnyConnector,
  opened: OpenedConnection | UnresolvedConnection,
): Promise<Tested> => {
  if (!opened.ok) throw problemOf(opened);
  const started = performance.now();
  const { ok, message } = await vendorsOf(call.services).use(opened, "test", connector.test, call.actor);
  return {
    success: ok,
    mode: opened.mode,
    message: wordsOf(message, opened, languageOf(call)),
    latencyMs: Math.round(performance.now() - started),
  };
};

/** With what the form holds, or else with what is stored; without a secret, at the simulator. */
export const testConnection = async (
  call: Testing,
  connector: AnyConnector,
  submitted: SettingValues,
): Promise<Tested> => {
  const words = issueWords[languageOf(call)];
  return run(call, connector, await vendorsOf(call.services).open(connector, submitted, words));
};

const text = (value: SettingValues[string] | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** A provider is named by its id; the name it is shown under will do as well. */
export const testAiProvider = async (call: Testing, body: SettingValues): Promise<Tested> => {
  const rows = await allAiProviders(call.services);
  const [id, name] = [text(body.providerId), text(body.name)?.toLowerCase()];
  const provider = id
    ? rows.find((row) => row.id === id || row.vendor === id)
    : rows.find((row) => row.name.toLowerCase() === name || row.vendor === name);
  const connector = aiConnectors.find((one) => one.id === provider?.vendor);
  if (!provider || !connector) throw new Problem("not_found");
  const opened = await vendorsOf(call.services).openAi(connector, provider, {
    apiKey: text(body.apiKey),
    model: text(body.model),
  });
  return run(call, connector, opened);
};

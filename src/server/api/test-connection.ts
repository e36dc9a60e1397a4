import type { integrations } from "#contract/integrations.ts";
import type { SettingValues } from "#domain/connection.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import type { Closed, Opened } from "#server/store/connections/vendors.ts";
import { ensureAiProviders } from "./ai-providers.ts";
import type { ApiCall } from "./handler.ts";
import { issueMessages } from "./issue-words.ts";
import { Problem } from "./problem.ts";
import { closedConnectionProblem, requestLanguage, vendorMessage, vendorsOf } from "./vendors.ts";

type TestCall = ApiCall<(typeof integrations)["test"]>;
type TestResult = { success: boolean; mode: "sandbox" | "live"; message: string; latencyMs: number };

const runTest = async (
  call: TestCall,
  connector: AnyConnector,
  opened: Opened | Closed,
): Promise<TestResult> => {
  if (!opened.ok) throw closedConnectionProblem(opened);
  const started = performance.now();
  const { ok, message } = await vendorsOf(call.services).use(opened, "test", connector.test, call.actor);
  return {
    success: ok,
    mode: opened.mode,
    message: vendorMessage(message, opened, requestLanguage(call)),
    latencyMs: Math.round(performance.now() - started),
  };
};

/** With what the form holds, or else with what is stored; without a secret, at the simulator. */
export const testConnection = async (
  call: TestCall,
  connector: AnyConnector,
  submitted: SettingValues,
): Promise<TestResult> => {
  const words = issueMessages[requestLanguage(call)];
  return runTest(call, connector, await vendorsOf(call.services).open(connector, submitted, words));
};

const nonBlankText = (value: SettingValues[string] | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** A provider is named by its id; the name it is shown under will do as well. */
export const testAiProvider = async (call: TestCall, body: SettingValues): Promise<TestResult> => {
  const rows = await ensureAiProviders(call.services);
  const [id, name] = [nonBlankText(body.providerId), nonBlankText(body.name)?.toLowerCase()];
  const provider = id
    ? rows.find((row) => row.id === id || row.vendor === id)
    : rows.find((row) => row.name.toLowerCase() === name || row.vendor === name);
  const connector = aiConnectors.find((one) => one.id === provider?.vendor);
  if (!provider || !connector) throw new Problem("not_found");
  const opened = await vendorsOf(call.services).openAi(connector, provider, {
    apiKey: nonBlankText(body.apiKey),
    model: nonBlankText(body.model),
  });
  return runTest(call, connector, opened);
};

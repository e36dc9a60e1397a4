import type { integrationsApi } from "#contract/integrations.ts";
import type { SettingValues } from "#domain/connection.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import type { OpenedConnection, UnresolvedConnection } from "#server/store/connections/vendors.ts";
import { ensureAiProviders } from "./ai-providers.ts";
import type { ApiCall } from "./handler.ts";
import { issueMessages } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { closedConnectionProblem, requestLanguage, vendorMessage } from "./vendor-problems.ts";

type TestCall = ApiCall<(typeof integrationsApi)["test"]>;
type ConnectionTestReport = {
  success: boolean;
  mode: "sandbox" | "live";
  message: string;
  latencyMs: number;
};

const runTest = async (
  call: TestCall,
  connector: AnyConnector,
  opened: OpenedConnection | UnresolvedConnection,
): Promise<ConnectionTestReport> => {
  if (!opened.ok) throw closedConnectionProblem(opened);
  const started = performance.now();
  const { ok, message } = await call.services.vendors.use(opened, "test", connector.test, call.actor);
  return {
    success: ok,
    mode: opened.mode,
    message: vendorMessage(message, opened, requestLanguage(call)),
    latencyMs: Math.round(performance.now() - started),
  };
};

/** Submitted settings take precedence over stored ones. Without a secret, the simulator is tested. */
export const testConnection = async (
  call: TestCall,
  connector: AnyConnector,
  submitted: SettingValues,
): Promise<ConnectionTestReport> => {
  const formatIssue = issueMessages[requestLanguage(call)];
  return runTest(call, connector, await call.services.vendors.open(connector, submitted, formatIssue));
};

const nonBlankText = (value: SettingValues[string] | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The provider is identified by its id, its vendor or its display name. */
export const testAiProvider = async (call: TestCall, body: SettingValues): Promise<ConnectionTestReport> => {
  const rows = await ensureAiProviders(call.services);
  const providerId = nonBlankText(body.providerId);
  const name = nonBlankText(body.name)?.toLowerCase();
  const provider = providerId
    ? rows.find((row) => row.id === providerId || row.vendor === providerId)
    : rows.find((row) => row.name.toLowerCase() === name || row.vendor === name);
  const connector = aiConnectors.find(({ id }) => id === provider?.vendor);
  if (!provider || !connector) throw new Problem("not_found");
  const opened = await call.services.vendors.openAi(connector, provider, {
    apiKey: nonBlankText(body.apiKey),
    model: nonBlankText(body.model),
  });
  return runTest(call, connector, opened);
};

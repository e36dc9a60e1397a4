import type { integrationsApi } from "#contract/integrations.ts";
import type { SettingValues, StoredConnection } from "#domain/connection.ts";
import { isGoLiveRecordName } from "#domain/go-live/records.ts";
import { ensureProviders } from "#server/ai/providers.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import { readConnection } from "#server/store/connections/connections.ts";
import type { OpenedConnection, UnresolvedConnection } from "#server/store/connections/vendors.ts";
import { saveGoLiveRecord } from "#server/store/workspace/go-live.ts";
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
  const opened = await call.services.vendors.open(connector, submitted, formatIssue);
  const report = await runTest(call, connector, opened);
  const record = `tested:${connector.id}`;
  if (report.success && report.mode === "live" && isGoLiveRecordName(record)) {
    const stored = await readConnection(call.services.database.db, connector.id);
    if (stored && isAsStored(submitted, stored))
      await call.services.write(call.actor, async ({ tx, touch }) => {
        await saveGoLiveRecord(tx, record, call.actor.userId);
        touch("integrations");
      });
  }
  return report;
};

/** Whether a form tested what is saved, and not values that were only typed. */
const isAsStored = (submitted: SettingValues, { settings, secrets }: StoredConnection): boolean =>
  Object.entries(submitted).every(([field, value]) => {
    const isBlank = value === null || value === "";
    return secrets.includes(field) ? isBlank : (settings[field] ?? "") === (value ?? "");
  });

const nonBlankText = (value: SettingValues[string] | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The provider is identified by its id, its vendor or its display name. */
export const testAiProvider = async (call: TestCall, body: SettingValues): Promise<ConnectionTestReport> => {
  const rows = await ensureProviders(call.services);
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

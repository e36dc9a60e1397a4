import { serverSettings } from "#contract/ai-providers.ts";
import type { integrationsApi } from "#contract/integrations.ts";
import type { FoundModels } from "#domain/ai/compatible.ts";
import type { SettingValues, StoredConnection } from "#domain/connection.ts";
import { isGoLiveRecordName } from "#domain/go-live/records.ts";
import { ensureProviders } from "#server/ai/providers.ts";
import type { AnyConnector } from "#server/connectors/connector.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import { saveFoundModels } from "#server/store/ai/ai-providers.ts";
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
  test: AnyConnector["test"],
  opened: OpenedConnection | UnresolvedConnection,
): Promise<ConnectionTestReport> => {
  if (!opened.ok) throw closedConnectionProblem(opened);
  const started = performance.now();
  const { ok, message } = await call.services.vendors.use(opened, "test", test, call.actor);
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
  const report = await runTest(call, connector.test, opened);
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

const toBaseUrl = (value: SettingValues[string]): string | null => {
  const parsed = serverSettings.shape.baseUrl.safeParse(nonBlankText(value) ?? null);
  if (!parsed.success) throw new Problem("invalid", { issues: [{ path: "baseUrl", message: "" }] });
  return parsed.data;
};

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
    apiKey: body.apiKey === null ? null : nonBlankText(body.apiKey),
    model: nonBlankText(body.model),
    ...(body.baseUrl === undefined ? {} : { baseUrl: toBaseUrl(body.baseUrl) }),
    ...(body.apiVersion === undefined ? {} : { apiVersion: nonBlankText(body.apiVersion) ?? null }),
  });
  const { probe } = connector;
  if (!probe) return runTest(call, connector.test, opened);
  let found: Omit<FoundModels, "baseUrl"> | undefined;
  const report = await runTest(
    call,
    async (context) => {
      const probed = await probe(context);
      found = probed.found;
      return probed.result;
    },
    opened,
  );
  const stored = found && {
    ...found,
    baseUrl: opened.ok && opened.mode === "live" ? String(opened.settings.baseUrl) : null,
  };
  if (stored)
    await call.services.write(call.actor, async ({ tx, touch }) => {
      await saveFoundModels(tx, provider.id, stored);
      touch("ai-providers");
    });
  return report;
};

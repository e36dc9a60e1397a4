import {
  type ConnectionMode,
  changesAccount,
  planConnectionSave,
  type SettingValues,
} from "#domain/connection.ts";
import type { UsageKind } from "#domain/usage.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import {
  type AnyConnector,
  connectionShape,
  type VendorContext,
  type VendorRequest,
} from "#server/connectors/connector.ts";
import {
  type IssueFormatter,
  type ResolvedConnection,
  resolveConnection,
} from "#server/connectors/resolve-connection.ts";
import {
  createVendorContext,
  type MeteredRequest,
  type VendorContextOptions,
} from "#server/connectors/vendor-context.ts";
import type { Db } from "#server/db/database.ts";
import { type AiProviderRow, openAiKey, toStoredConnection } from "#server/store/ai/ai-providers.ts";
import { recordUsage } from "#server/store/delivery/usage.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { openSecrets, readConnection } from "./connections.ts";
import { readAccessToken, takeAccessToken } from "./oauth-grants.ts";

/** A connection to one vendor: live or simulated, with its settings and opened secrets. */
export type OpenedConnection = {
  ok: true;
  connector: Pick<AnyConnector, "id" | "label" | "group" | "baseUrl" | "simulator" | "allow" | "oauth">;
  mode: ConnectionMode;
  settings: Record<string, unknown>;
  /** Removed from everything that the vendor's answers show. */
  secrets: string[];
  /** How the access that the vendor granted is used: renewed where needed, only read by a test, or not at all. */
  grant: "renewed" | "read" | "none";
};
export type UnresolvedConnection = ResolvedConnection & { ok: false };

export type Vendors = {
  /** With the stored settings; a test of a form passes what was submitted, and never renews what the vendor granted. */
  open: (
    connector: AnyConnector,
    submitted?: SettingValues,
    formatIssue?: IssueFormatter,
  ) => Promise<OpenedConnection | UnresolvedConnection>;
  openAi: (
    connector: AnyConnector,
    provider: AiProviderRow,
    submitted?: {
      /** Null tests without the stored key. */
      apiKey?: string | null | undefined;
      model?: string | undefined;
      baseUrl?: string | null | undefined;
      apiVersion?: string | null | undefined;
    },
  ) => Promise<OpenedConnection | UnresolvedConnection>;
  /** Records every request made inside as usage, also when `work` fails. */
  use: <T>(
    opened: OpenedConnection,
    kind: UsageKind,
    work: (context: VendorContext<never>) => Promise<T>,
    actor?: Actor,
  ) => Promise<T>;
  /** For messages: their usage is recorded with the outcome of the send. */
  connect: (opened: OpenedConnection) => VendorContext<never>;
  /** The address of a page of the vendor, for a browser. */
  urlOf: (opened: OpenedConnection, page: Pick<VendorRequest, "host" | "path">) => string;
  /** For sources that need no account: simulated wherever simulators run. */
  mode: ConnectionMode;
};

type VendorsOptions = {
  db: Db;
  write: Write;
  keyring: Keyring;
  contextOptions: VendorContextOptions;
  /** Signs the callbacks of every simulated connection. */
  simulatorSecret: string;
};

export const createVendors = ({
  db,
  write,
  keyring,
  contextOptions,
  simulatorSecret,
}: VendorsOptions): Vendors => {
  const sandbox = contextOptions.sandboxUrl !== undefined;
  const oauthStore = { db, write, keyring };
  const connect = (
    { connector, mode, settings, grant }: OpenedConnection,
    meter: (request: MeteredRequest) => void,
  ): VendorContext<never> => {
    const context = createVendorContext(contextOptions, connector, mode, settings as never, meter);
    const { oauth, id, label } = connector;
    if (!oauth || grant === "none") return context;
    return {
      ...context,
      accessToken: (refused) =>
        grant === "read"
          ? readAccessToken(oauthStore, { id, label })
          : takeAccessToken(oauthStore, { id, label, oauth }, context, refused),
    };
  };
  return {
    mode: sandbox ? "sandbox" : "live",

    open: async (connector, submitted, formatIssue) => {
      const stored = await readConnection(db, connector.id);
      const resolved = resolveConnection(connector, stored, submitted ?? {}, sandbox, formatIssue);
      if (!resolved.ok) return resolved;
      const secrets = resolved.storedSecrets.length > 0 ? await openSecrets(db, keyring, connector.id) : {};
      const settings = { ...resolved.settings };
      for (const field of resolved.storedSecrets) settings[field] = secrets[field];
      if (resolved.mode === "sandbox") {
        for (const field of connector.callbackSecrets ?? []) settings[field] = simulatorSecret;
        Object.assign(settings, connector.simulatedSettings?.(simulatorSecret));
      }
      const isOther = submitted && changesAccount(connectionShape(connector.settings), stored, submitted);
      const grant = isOther ? "none" : submitted ? "read" : "renewed";
      return toOpenedConnection(connector, resolved.mode, settings, grant);
    },

    openAi: async (connector, provider, submitted = {}) => {
      const { model = provider.model ?? undefined, apiVersion = provider.apiVersion } = submitted;
      const { baseUrl = provider.baseUrl } = submitted;
      const shape = connectionShape(connector.settings);
      const plan = planConnectionSave(shape, toStoredConnection(provider), {
        baseUrl,
        ...(submitted.apiKey === undefined ? {} : { apiKey: submitted.apiKey }),
      });
      if (!plan.ok) return { ok: false, code: "secret_required", fields: plan.reason.fields };
      const keepsKey = submitted.apiKey === undefined && provider.hasKey;
      const key = keepsKey ? await openAiKey(db, keyring, provider.id) : (submitted.apiKey ?? undefined);
      // A server of the workspace's own may need no key.
      const isLive = shape.destinations.length > 0 ? baseUrl !== null : key !== undefined;
      if (!isLive && key !== undefined)
        return { ok: false, code: "incomplete", fields: [...shape.destinations] };
      if (!isLive && !sandbox) return { ok: false, code: "not_configured" };
      return toOpenedConnection(connector, isLive ? "live" : "sandbox", {
        ...(isLive ? { apiKey: key, baseUrl, apiVersion: apiVersion ?? undefined } : connector.sample),
        ...(model === undefined ? {} : { model }),
      });
    },

    urlOf: ({ connector, mode, settings }, page) =>
      createVendorContext(contextOptions, connector, mode, settings as never, () => {}).urlOf(page),

    connect: (opened) => connect(opened, () => {}),

    use: async (opened, kind, work, actor = system) => {
      const requests: MeteredRequest[] = [];
      try {
        return await work(connect(opened, (request) => void requests.push(request)));
      } finally {
        await write(actor, async ({ tx, touch }) => {
          await recordUsage(
            tx,
            requests.map((request) => ({ ...request, kind })),
          );
          if (opened.connector.group === "ai") touch("ai-providers");
        });
      }
    },
  };
};

const toOpenedConnection = (
  connector: AnyConnector,
  mode: ConnectionMode,
  settings: Record<string, unknown>,
  grant: OpenedConnection["grant"] = "none",
): OpenedConnection => ({
  ok: true,
  grant,
  connector,
  mode,
  settings,
  secrets: secretValues(connector, settings),
});

const secretValues = (connector: AnyConnector, settings: Record<string, unknown>): string[] =>
  connectionShape(connector.settings).secrets.flatMap((field) => {
    const value = settings[field];
    return typeof value === "string" ? [value] : [];
  });

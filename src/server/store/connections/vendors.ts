import type { SettingValues } from "#domain/connection.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import { type AnyConnector, connectionShape, type VendorContext } from "#server/connectors/connector.ts";
import {
  type IssueFormatter,
  type ResolvedConnection,
  resolveConnection,
} from "#server/connectors/resolve-connection.ts";
import {
  type ConnectionMode,
  createVendorContext,
  type MeteredRequest,
  type VendorContextOptions,
} from "#server/connectors/vendor-context.ts";
import type { Db } from "#server/db/database.ts";
import { type AiProviderRow, openAiKey } from "#server/store/ai/ai-providers.ts";
import { recordUsage } from "#server/store/delivery/usage.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { openSecrets, readConnection } from "./connections.ts";

/** A way to one vendor: which end, and the settings with their secrets opened. */
export type Opened = {
  ok: true;
  connector: Pick<AnyConnector, "id" | "group" | "baseUrl" | "simulator" | "allow">;
  mode: ConnectionMode;
  settings: Record<string, unknown>;
  /** To be taken out of whatever the vendor says. */
  secrets: string[];
};
export type Closed = ResolvedConnection & { ok: false };

export type Vendors = {
  /** With what is stored, unless a form holds something else. */
  open: (
    connector: AnyConnector,
    submitted?: SettingValues,
    words?: IssueFormatter,
  ) => Promise<Opened | Closed>;
  openAi: (
    connector: AnyConnector,
    provider: AiProviderRow,
    submitted?: { apiKey?: string | undefined; model?: string | undefined },
  ) => Promise<Opened | Closed>;
  /** Every request made inside is written to the ledger, whatever comes of it. */
  use: <T>(
    opened: Opened,
    kind: string,
    work: (context: VendorContext<never>) => Promise<T>,
    actor?: Actor,
  ) => Promise<T>;
  /** Sources that need no account: simulated wherever simulators run. */
  mode: ConnectionMode;
};

type Parts = { db: Db; write: Write; keyring: Keyring; ways: VendorContextOptions };

export const createVendors = ({ db, write, keyring, ways }: Parts): Vendors => {
  const sandbox = ways.sandboxUrl !== undefined;
  return {
    mode: sandbox ? "sandbox" : "live",

    open: async (connector, submitted = {}, words) => {
      const stored = await readConnection(db, connector.id);
      const choice = resolveConnection(connector, stored, submitted, sandbox, words);
      if (!choice.ok) return choice;
      const kept = choice.storedSecrets.length > 0 ? await openSecrets(db, keyring, connector.id) : {};
      const settings = { ...choice.settings };
      for (const field of choice.storedSecrets) settings[field] = kept[field];
      return opened(connector, choice.mode, settings);
    },

    openAi: async (connector, provider, { apiKey, model } = {}) => {
      const chosen = model ?? provider.model ?? undefined;
      const key = apiKey ?? (provider.hasKey ? await openAiKey(db, keyring, provider.id) : undefined);
      if (key === undefined && !sandbox) return { ok: false, code: "not_configured" };
      return opened(connector, key === undefined ? "sandbox" : "live", {
        ...(key === undefined ? connector.sample : { apiKey: key }),
        ...(chosen === undefined ? {} : { model: chosen }),
      });
    },

    use: async ({ connector, mode, settings }, kind, work, actor = system) => {
      const made: MeteredRequest[] = [];
      const context = createVendorContext(
        ways,
        connector,
        mode,
        settings as never,
        (one) => void made.push(one),
      );
      try {
        return await work(context);
      } finally {
        await write(actor, async ({ tx, touch }) => {
          await recordUsage(
            tx,
            made.map((one) => ({ ...one, kind })),
          );
          if (connector.group === "ai") touch("ai-providers");
        });
      }
    },
  };
};

const opened = (
  connector: AnyConnector,
  mode: ConnectionMode,
  settings: Record<string, unknown>,
): Opened => ({
  ok: true,
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

import type { SettingValues } from "#domain/connection.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import { type AnyConnector, type Context, shapeOf } from "#server/connectors/connector.ts";
import { type Choice, chooseEnd, type IssueWords } from "#server/connectors/resolve-connection.ts";
import { createContext, type Metered, type Mode, type Ways } from "#server/connectors/vendor-context.ts";
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
  mode: Mode;
  settings: Record<string, unknown>;
  /** To be taken out of whatever the vendor says. */
  secrets: string[];
};
export type Closed = Choice & { ok: false };

export type Vendors = {
  /** With what is stored, unless a form holds something else. */
  open: (connector: AnyConnector, submitted?: SettingValues, words?: IssueWords) => Promise<Opened | Closed>;
  openAi: (
    connector: AnyConnector,
    provider: AiProviderRow,
    submitted?: { apiKey?: string | undefined; model?: string | undefined },
  ) => Promise<Opened | Closed>;
  /** Every request made inside is written to the ledger, whatever comes of it. */
  use: <T>(
    opened: Opened,
    kind: string,
    work: (context: Context<never>) => Promise<T>,
    actor?: Actor,
  ) => Promise<T>;
  /** Sources that need no account: simulated wherever simulators run. */
  mode: Mode;
};

type Parts = { db: Db; write: Write; keyring: Keyring; ways: Ways };

export const createVendors = ({ db, write, keyring, ways }: Parts): Vendors => {
  const sandbox = ways.sandboxUrl !== undefined;
  return {
    mode: sandbox ? "sandbox" : "live",

    open: async (connector, submitted = {}, words) => {
      const stored = await readConnection(db, connector.id);
      const choice = chooseEnd(connector, stored, submitted, sandbox, words);
      if (!choice.ok) return choice;
      const kept = choice.open.length > 0 ? await openSecrets(db, keyring, connector.id) : {};
      const settings = { ...choice.settings };
      for (const field of choice.open) settings[field] = kept[field];
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
      const made: Metered[] = [];
      const context = createContext(ways, connector, mode, settings as never, (one) => void made.push(one));
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

const opened = (connector: AnyConnector, mode: Mode, settings: Record<string, unknown>): Opened => ({
  ok: true,
  connector,
  mode,
  settings,
  secrets: secretValues(connector, settings),
});

const secretValues = (connector: AnyConnector, settings: Record<string, unknown>): string[] =>
  shapeOf(connector.settings).secrets.flatMap((field) => {
    const value = settings[field];
    return typeof value === "string" ? [value] : [];
  });

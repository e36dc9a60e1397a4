import { hash } from "node:crypto";

/** What a request caused: a message sent or a call placed. */
export type Effect = {
  /** The vendor's id of the message or call. */
  id: string;
  channel: "sms" | "whatsapp" | "call" | "email";
  to: string;
  from: string;
  /** SHA-256 of the text. */
  bodyHash: string;
  /** When the vendor accepted it. */
  at: string;
  /** Taken from the status callback's address or its equivalent. */
  actionId: string | null;
};

export type LedgerEntry = {
  /** Increases without gaps. */
  id: number;
  at: string;
  vendor: string;
  method: string;
  path: string;
  /** Null until there is a response. */
  status: number | null;
  body?: unknown;
  effect?: Effect;
};

export type Ledger = {
  /** `key` is the request object, for `entryFor`. */
  open: (entry: Pick<LedgerEntry, "vendor" | "method" | "path">, key?: object) => LedgerEntry;
  entryFor: (key: object) => LedgerEntry | undefined;
  /** `since` is an instant, inclusive, or the id of the last entry already seen. */
  list: (filter: {
    vendor?: string | undefined;
    since?: string | undefined;
    onlyEffects?: boolean | undefined;
  }) => LedgerEntry[];
};

const capacity = 5000;
/** Entries with an effect are kept much longer, without their bodies. */
const effectCapacity = 500_000;
/** Bounds the memory that stored bodies take. */
const maxBodyLength = 32_768;
const mask = "***";

export const createLedger = (): Ledger => {
  const entries = new Map<number, LedgerEntry>();
  const byKey = new WeakMap<object, LedgerEntry>();
  let opened = 0;
  let storedEffects = 0;
  const evict = (id: number): void => {
    const entry = entries.get(id);
    if (!entry?.effect) return void entries.delete(id);
    delete entry.body;
    storedEffects++;
    // Other entries of that age are already evicted, so the oldest entries all have effects.
    for (const oldest of entries.keys()) {
      if (storedEffects <= effectCapacity) break;
      entries.delete(oldest);
      storedEffects--;
    }
  };
  return {
    open: ({ vendor, method, path }, key) => {
      const entry: LedgerEntry = {
        id: ++opened,
        at: new Date().toISOString(),
        vendor,
        method,
        path: maskQuery(path),
        status: null,
      };
      entries.set(entry.id, entry);
      if (key) byKey.set(key, entry);
      if (opened > capacity) evict(opened - capacity);
      return entry;
    },
    entryFor: (key) => byKey.get(key),
    list: ({ vendor, since, onlyEffects }) => {
      const afterId = since !== undefined && /^\d+$/.test(since) ? Number(since) : undefined;
      const from = since !== undefined && afterId === undefined ? Date.parse(since) : undefined;
      return [...entries.values()].filter(
        (entry) =>
          (vendor === undefined || entry.vendor === vendor) &&
          (!onlyEffects || entry.effect !== undefined) &&
          (afterId === undefined || entry.id > afterId) &&
          (from === undefined || Date.parse(entry.at) >= from),
      );
    },
  };
};

export const hashBody = (text: string): string => hash("sha256", text);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The last UUID of the first text that has one: an address names its token before the action. */
export const findActionId = (...texts: (string | null | undefined)[]): string | null => {
  for (const text of texts) {
    const id = text?.match(uuid)?.at(-1);
    if (id) return id.toLowerCase();
  }
  return null;
};

/** True for `accessToken`, `client_secret` and `X-Api-Key`, but not for `max_tokens`. */
const isSecretName = (name: string): boolean => {
  const cached = secretNames.get(name);
  if (cached !== undefined) return cached;
  const snakeCase = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  const secret =
    /(^|_)(key|apikey|token|secret|password|authorization|assertion|credential|proof|signature)$/.test(
      snakeCase,
    );
  if (secretNames.size < 1000) secretNames.set(name, secret);
  return secret;
};
const secretNames = new Map<string, boolean>();

const maskQuery = (path: string): string => {
  const [before, query] = path.split(/\?(.*)/s);
  if (!query) return path;
  const masked = query.split("&").map((part) => {
    const name = part.split("=")[0] ?? "";
    return isSecretName(decodeSafely(name)) ? `${name}=${mask}` : part;
  });
  return `${before}?${masked.join("&")}`;
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const maskValue = (value: unknown, name = ""): unknown => {
  if (typeof value === "string") return isSecretName(name) ? mask : value;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, maskValue(item, inner)]));
};

export const maskBody = (body: unknown): unknown => {
  const size = JSON.stringify(body).length;
  return size > maxBodyLength ? { omitted: `${size} characters` } : maskValue(body);
};

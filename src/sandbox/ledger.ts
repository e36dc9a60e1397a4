import { hash } from "node:crypto";

/** Something that happened to somebody because of a request, as the vendor would swear to. */
export type Effect = {
  /** The vendor's own id of it. */
  id: string;
  channel: "sms" | "whatsapp" | "call" | "email";
  to: string;
  from: string;
  /** SHA-256 of what was said. */
  bodyHash: string;
  /** The instant at which there was no way back. */
  at: string;
  /** Found where the vendor was asked to tell what became of it. */
  actionId: string | null;
};

/** A request as somebody outside would have seen it arrive. */
export type LedgerEntry = {
  /** Runs upwards without gaps while the sandbox lives. */
  id: number;
  at: string;
  vendor: string;
  method: string;
  path: string;
  /** Null until answered. */
  status: number | null;
  body?: unknown;
  effect?: Effect;
};

export type Ledger = {
  /** `key` finds the entry again: the request it stands for. */
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
/** What had an effect is kept much longer, though without its body. */
const effectCapacity = 500_000;
/** A ring of large bodies would be a leak by another name. */
const maxBodyLength = 32_768;
const mask = "***";

export const createLedger = (): Ledger => {
  const entries = new Map<number, LedgerEntry>();
  const byKey = new WeakMap<object, LedgerEntry>();
  let opened = 0;
  let keptEffects = 0;
  const age = (id: number): void => {
    const entry = entries.get(id);
    if (!entry?.effect) return void entries.delete(id);
    delete entry.body;
    keptEffects++;
    // The oldest of all are effects: everything else of their age is gone.
    for (const oldest of entries.keys()) {
      if (keptEffects <= effectCapacity) break;
      entries.delete(oldest);
      keptEffects--;
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
      if (opened > capacity) age(opened - capacity);
      return entry;
    },
    entryFor: (key) => byKey.get(key),
    list: ({ vendor, since, onlyEffects }) => {
      const seen = since !== undefined && /^\d+$/.test(since) ? Number(since) : undefined;
      const from = since !== undefined && seen === undefined ? Date.parse(since) : undefined;
      return [...entries.values()].filter(
        (entry) =>
          (vendor === undefined || entry.vendor === vendor) &&
          (!onlyEffects || entry.effect !== undefined) &&
          (seen === undefined || entry.id > seen) &&
          (from === undefined || Date.parse(entry.at) >= from),
      );
    },
  };
};

export const hashBody = (text: string): string => hash("sha256", text);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The id of an action, where an address or a header names it: the last, since tokens come before it. */
export const findActionId = (...texts: (string | null | undefined)[]): string | null => {
  for (const text of texts) {
    const found = text?.match(uuid)?.at(-1);
    if (found) return found.toLowerCase();
  }
  return null;
};

/** `accessToken`, `client_secret`, `X-Api-Key`; but not `max_tokens`. */
const isSecretName = (name: string): boolean => {
  const known = secretNames.get(name);
  if (known !== undefined) return known;
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  const secret =
    /(^|_)(key|apikey|token|secret|password|authorization|assertion|credential|proof|signature)$/.test(plain);
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

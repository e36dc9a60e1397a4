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
};

export type Ledger = {
  open: (entry: Pick<LedgerEntry, "vendor" | "method" | "path">) => LedgerEntry;
  /** `since` is an instant, inclusive, or the id of the last entry already seen. */
  list: (filter: { vendor?: string | undefined; since?: string | undefined }) => LedgerEntry[];
};

const capacity = 5000;
/** A ring of large bodies would be a leak by another name. */
const largestBody = 32_768;
const mask = "***";

export const createLedger = (): Ledger => {
  const entries: LedgerEntry[] = [];
  let opened = 0;
  return {
    open: ({ vendor, method, path }) => {
      const entry: LedgerEntry = {
        id: ++opened,
        at: new Date().toISOString(),
        vendor,
        method,
        path: maskQuery(path),
        status: null,
      };
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
      return entry;
    },
    list: ({ vendor, since }) => {
      const seen = since !== undefined && /^\d+$/.test(since) ? Number(since) : undefined;
      const from = since !== undefined && seen === undefined ? Date.parse(since) : undefined;
      return entries.filter(
        (entry) =>
          (vendor === undefined || entry.vendor === vendor) &&
          (seen === undefined || entry.id > seen) &&
          (from === undefined || Date.parse(entry.at) >= from),
      );
    },
  };
};

/** `accessToken`, `client_secret`, `X-Api-Key`; but not `max_tokens`. */
const isSecretName = (name: string): boolean =>
  /(^|_)(key|apikey|token|secret|password|authorization|assertion|credential|proof|signature)$/.test(
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
      .replaceAll("-", "_")
      .toLowerCase(),
  );

const maskQuery = (path: string): string => {
  const [before, query] = path.split(/\?(.*)/s);
  if (!query) return path;
  const masked = query.split("&").map((part) => {
    const name = part.split("=")[0] ?? "";
    return isSecretName(decode(name)) ? `${name}=${mask}` : part;
  });
  return `${before}?${masked.join("&")}`;
};

const decode = (text: string): string => {
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

export const maskedBody = (body: unknown): unknown => {
  const size = JSON.stringify(body).length;
  return size > largestBody ? { omitted: `${size} characters` } : maskValue(body);
};

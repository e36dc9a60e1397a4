import { createHash } from "node:crypto";
import type pg from "pg";

/** Texts are few and fixed; should one be put together anew each time, it must not fill the server's memory. */
const mostTexts = 300;

type Config = { text?: string; name?: string };
type Query = (config: unknown, ...rest: unknown[]) => unknown;

/**
 * Has the server keep what it made of each statement with values: the stages run the same few again and again, and
 * reading and planning one costs as much as running it for a handful of rows.
 */
export const prepareAll = (pool: pg.Pool): void => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostTexts) return known;
    const name = `s${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (config, ...rest) => {
      const { text, name } = (config ?? {}) as Config;
      const [values] = rest;
      if (text === undefined || name !== undefined || !Array.isArray(values) || values.length === 0)
        return query(config, ...rest);
      const given = nameOf(text);
      return query(given === undefined ? config : { ...(config as Config), name: given }, ...rest);
    };
    client.query = named as typeof client.query;
  });
};

import { createHash } from "node:crypto";
import pg from "pg";

/** Statement texts are few and fixed; the limit bounds the server's memory should one be built from values. */
const maxStatements = 500;

const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxStatements) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
};

type Config = { text?: string; name?: string | undefined };

/**
 * Names statements with parameters, so that the server parses each text once per connection. Without it, parsing and
 * planning the pipeline's statements costs more than running them for a small batch.
 */
export class NamedStatementsClient extends pg.Client {
  override query(config: never, ...rest: never[]): never {
    const { text, name } = config as Config;
    const [values] = rest as unknown[];
    const isNameable = text !== undefined && name === undefined && Array.isArray(values) && values.length > 0;
    const given = isNameable ? { ...(config as Config), name: nameOf(text) } : config;
    return super.query(given as never, ...rest) as never;
  }
}

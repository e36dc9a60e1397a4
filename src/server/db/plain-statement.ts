import type pg from "pg";

export type PlainStatement = { name: string; text: string };
export type PlainValue = string | Buffer | null;

/** What the driver remembers of the statements its server knows. */
type Knowing = pg.Connection & { parsedStatements: Record<string, string | undefined> };

/**
 * Runs a prepared statement that answers nothing but that it was done. The driver's own query also asks what the
 * answer will look like, and copies, wraps and collects it: at the door that is a tenth of the work.
 */
export const runPlain = (
  client: pg.Client,
  { name, text }: PlainStatement,
  values: PlainValue[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const running = {
      name,
      text,
      callback: (error?: unknown) => (error ? reject(error) : resolve()),
      submit: (connection: Knowing) => {
        connection.stream.cork();
        try {
          if (connection.parsedStatements[name] === undefined)
            connection.parse({ name, text, types: [] }, true);
          connection.bind({ portal: "", statement: name, values, binary: "" }, true);
          connection.execute({ portal: "" }, true);
          connection.sync();
        } finally {
          connection.stream.uncork();
        }
      },
      handleCommandComplete: () => {},
      // Called through, for the driver puts its own time limit around the callback.
      handleReadyForQuery: () => running.callback(),
      handleError: (error: unknown) => running.callback(error),
    };
    client.query(running);
  });

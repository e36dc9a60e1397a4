import type pg from "pg";

export type PlainStatement = { name: string; text: string };
export type PlainValue = string | Buffer | null;

/** Whoever asked is told, one way or the other. */
export type Told<T> = { done: (value: T) => void; failed: (error: unknown) => void };

/** What the driver remembers of the statements its server knows. */
type Knowing = pg.Connection & { parsedStatements: Record<string, string | undefined> };

/** Execute with no limit, and sync. */
const executed = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

const sizeOf = (value: PlainValue): number =>
  value === null ? 0 : typeof value === "string" ? Buffer.byteLength(value) : value.length;

/** Bind, execute and sync in one piece, so they leave in one write; text as text, bytes as they are. */
const boundAndExecuted = (name: string, values: PlainValue[]): Buffer => {
  const sizes = values.map(sizeOf);
  const nameSize = Buffer.byteLength(name);
  const bindSize = sizes.reduce((sum, size) => sum + 6 + size, 4 + 1 + nameSize + 1 + 2 + 2 + 2);
  const message = Buffer.allocUnsafe(1 + bindSize + executed.length);
  let at = message.writeUInt8(0x42, 0);
  at = message.writeInt32BE(bindSize, at);
  at = message.writeUInt8(0, at);
  at += message.write(name, at);
  at = message.writeUInt8(0, at);
  at = message.writeInt16BE(values.length, at);
  for (const value of values) at = message.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at);
  at = message.writeInt16BE(values.length, at);
  values.forEach((value, n) => {
    at = message.writeInt32BE(value === null ? -1 : (sizes[n] ?? 0), at);
    if (typeof value === "string") at += message.write(value, at);
    else if (value) at += value.copy(message, at);
  });
  at = message.writeInt16BE(0, at);
  executed.copy(message, at);
  return message;
};

/**
 * Runs a prepared statement that answers nothing but that it was done. The driver's own query also asks what the
 * answer will look like, and copies, wraps and collects it: at the door that is a tenth of the work.
 */
export const runPlain = (
  client: pg.Client,
  { name, text }: PlainStatement,
  values: PlainValue[],
  told: Told<void>,
): void => {
  const running = {
    name,
    text,
    callback: (error?: unknown) => (error === undefined ? told.done() : told.failed(error)),
    submit: (connection: Knowing) => {
      const message = boundAndExecuted(name, values);
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
      connection.stream.write(message);
    },
    handleCommandComplete: () => {},
    // Called through, for the driver puts its own time limit around the callback.
    handleReadyForQuery: () => running.callback(),
    handleError: (error: unknown) => running.callback(error),
  };
  client.query(running);
};

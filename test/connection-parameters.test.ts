import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { checkDatabase, openDatabase } from "#server/db/database.ts";
import { startListener } from "#server/db/listener.ts";
import { createTestDatabase } from "./database.ts";
import { startTransactionPooler } from "./transaction-pooler.ts";

/** What PgBouncer accepts; it rejects a connection with any other parameter. */
const pgBouncerParameters = [
  "application_name",
  "client_encoding",
  "database",
  "datestyle",
  "standard_conforming_strings",
  "timezone",
  "user",
];

/** The names of the parameters in the first message of a client. */
const readParameters = async (socket: Socket): Promise<string[]> => {
  const [message] = (await once(socket, "data")) as [Buffer];
  const fields = message.subarray(8).toString().split("\0").filter(Boolean);
  return fields.filter((_, index) => index % 2 === 0);
};

test("connections start with parameters that PgBouncer accepts", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const connection = { connectionString: `postgres://faro@127.0.0.1:${port}/faro` };
  const database = openDatabase(connection, () => {});
  const connect = {
    pool: () => database.pool.query("SELECT 1"),
    listener: () => startListener(database.connection, () => {}),
  };
  for (const start of Object.values(connect)) {
    const failed = start().catch(() => {});
    const [socket] = (await once(server, "connection")) as [Socket];
    const parameters = await readParameters(socket);
    expect(pgBouncerParameters).toEqual(expect.arrayContaining(parameters));
    expect(parameters).toContain("user");
    socket.destroy();
    await failed;
  }
  await database.close();
  server.close();
});

test.each([
  ["the defaults", {}, "12s", "1min"],
  ["those of the caller", { statement_timeout: 700 }, "700ms", "1min"],
])("each connection of the pool has timeouts: %s", async (_which, options, statement, idle) => {
  const database = openDatabase({ ...(await createTestDatabase()), ...options }, () => {});
  const { rows } = await database.pool.query(
    "SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle",
  );
  expect(rows).toEqual([{ statement, idle }]);
  await database.close();
});

test("a start through a pooler in transaction mode is refused in one sentence, and PostgreSQL itself is not", async () => {
  const direct = await createTestDatabase();
  const { host = "", port = 0, user = "", database = "" } = direct;
  const pooler = await startTransactionPooler({ host, port, user, database });
  const pooled = openDatabase({ host: "127.0.0.1", port: pooler.port, user, database }, () => {});
  await expect(checkDatabase(pooled.pool)).rejects.toThrow(/transaction mode; Faro needs session mode/);
  await pooled.close();
  await pooler.close();
  const itself = openDatabase(direct, () => {});
  await checkDatabase(itself.pool);
  await itself.close();
});

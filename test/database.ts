import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** Creates a migrated, empty database for one test file. It ends with the test run. */
export const createTestDatabase = async (): Promise<pg.ClientConfig> => {
  const postgres = inject("postgres");
  if (!postgres) throw new Error("Unit tests have no PostgreSQL; move this file directly into test/");
  const database = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(postgres);
  await client.connect();
  // The default strategy also logs each page, which takes four times as long.
  await client.query(`CREATE DATABASE ${database} TEMPLATE ${inject("template")} STRATEGY FILE_COPY`);
  await client.end();
  return { ...postgres, database };
};

/** Creates a database without tables. */
export const createEmptyDatabase = async (name: string): Promise<pg.ClientConfig> => {
  const postgres = inject("postgres");
  const client = new pg.Client(postgres);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { ...postgres, database: name };
};

/** The connection as the value of DATABASE_URL. */
export const databaseUrl = ({ user, database, host, port }: pg.ClientConfig): string =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;

import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** A database of its own for a test file: migrated, empty, gone when the run ends. */
export const createTestDatabase = async (): Promise<pg.ClientConfig> => {
  const postgres = inject("postgres");
  const database = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(postgres);
  await client.connect();
  await client.query(`CREATE DATABASE ${database} TEMPLATE ${inject("template")}`);
  await client.end();
  return { ...postgres, database };
};

import pg from "pg";
import { tokenScopes } from "#domain/api-access/token.ts";
import { findContactableNumbers } from "../../contactable-people.ts";
import { adminEmail, password } from "../../faro.ts";
import type { Setup } from "./protocol.ts";

/** Four digits of a number, without the first hundred. */
const maxPeople = 9_800;

/** Sets the product up over HTTP: an account at the vendor, an endpoint, and a token; and people who may be written to. */
export const prepareWorkspace = async (
  url: string,
  connection: Setup["connection"],
  wanted: number,
): Promise<Pick<Setup, "hookPath" | "token" | "people">> => {
  let cookie = "";
  const send = async (method: string, path: string, body: object): Promise<any> => {
    const answer = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await send("POST", "/api/auth/login", { email: adminEmail, password });
  await send("PUT", "/api/compliance/policy", { sendOnHolidays: true, answerInQuietHours: false });
  await send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000001",
    ...{ authToken: "sandbox", fromNumber: "+17875550100", messagesPerSecond: 50 },
  });
  const { webhookUrl } = await send("POST", "/api/endpoints", {
    name: "Website",
    settings: { deduplication: { by: "header", header: "x-event-id" } },
  });
  const { token } = await send("POST", "/api/tokens", { name: "Loader", scopes: [...tokenScopes] });
  return { hookPath: new URL(webhookUrl).pathname, token, people: await addPeople(connection, wanted) };
};

const addPeople = async (connection: Setup["connection"], wanted: number): Promise<Setup["people"]> => {
  const { phone, timezone } = findContactableNumbers(Date.now());
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string; phone: string }>(
    `WITH added AS (
       INSERT INTO people (first_name, phone, timezone)
       SELECT 'P' || n, $1 || lpad((100 + n)::text, 4, '0'), $2 FROM generate_series(1, $3::int) n RETURNING id, phone),
     wrote AS (INSERT INTO conversations (person_id, channel, last_inbound_at) SELECT id, 'sms', now() FROM added)
     SELECT id, phone FROM added ORDER BY phone`,
    [phone(0).slice(0, -4), timezone, Math.min(wanted, maxPeople)],
  );
  await client.end();
  return rows;
};

import { createServer } from "node:http";
import pg from "pg";

/** The baseline for sends: each posted recipient is one insert and one request to the vendor. */
const [port = "0", vendorUrl = ""] = process.argv.slice(2);
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? "{}"), max: 12 });
await pool.query("CREATE TABLE IF NOT EXISTS bare_sends (id bigserial PRIMARY KEY, recipient text NOT NULL)");

const authorization = `Basic ${Buffer.from("AC00000000000000000000000000000007:token").toString("base64")}`;
const send = async (to: string): Promise<void> => {
  await pool.query({
    name: "insert",
    text: "INSERT INTO bare_sends (recipient) VALUES ($1)",
    values: [to],
  });
  const url = `${vendorUrl}/twilio/2010-04-01/Accounts/AC00000000000000000000000000000007/Messages.json`;
  const body = new URLSearchParams({ To: to, From: "+17875550100", Body: "Hello" });
  const response = await fetch(url, { method: "POST", headers: { authorization }, body });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The vendor answered ${response.status}`);
};

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  await send(body);
  response.writeHead(202).end();
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));

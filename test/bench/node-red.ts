import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, temporaryDir } from "../process.ts";

/** The folder in which `node-red` and `pg` are installed; without it there is no comparison. */
const installedAt = process.env.FARO_BENCH_NODE_RED;

const check = `
const crypto = global.get("crypto");
const raw = JSON.stringify(msg.payload);
const expected = crypto.createHmac("sha256", global.get("secret")).update(raw).digest("hex");
if (msg.req.headers["x-signature"] !== expected) { msg.statusCode = 401; msg.payload = {}; return [null, msg]; }
msg.raw = raw;
return [msg, null];`;
const insert = `
const { rows } = await global.get("pool").query({
  name: "keep", text: "INSERT INTO bare_events (body) VALUES ($1) RETURNING id", values: [msg.raw] });
msg.statusCode = 202;
msg.payload = rows[0];
return msg;`;

const flow = [
  { id: "tab", type: "tab", label: "Webhook" },
  { id: "in", type: "http in", z: "tab", url: "/hook", method: "post", wires: [["check"]] },
  { id: "check", type: "function", z: "tab", func: check, outputs: 2, wires: [["insert"], ["out"]] },
  { id: "insert", type: "function", z: "tab", func: insert, outputs: 1, wires: [["out"]] },
  { id: "out", type: "http response", z: "tab", wires: [] },
];

/** The same insert in a Node-RED flow: http in, signature check, insert, response. */
export const startNodeRed = async (
  connection: string,
  secret: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> => {
  if (!installedAt) return undefined;
  const find = createRequire(join(installedAt, "package.json"));
  const port = await freePort();
  const dir = await temporaryDir();
  await writeFile(join(dir.path, "flows.json"), JSON.stringify(flow));
  const settings = `const pg = require(${JSON.stringify(find.resolve("pg"))});
module.exports = { uiPort: ${port}, uiHost: "127.0.0.1", flowFile: "flows.json", httpAdminRoot: false,
  logging: { console: { level: "error" } },
  functionGlobalContext: { crypto: require("node:crypto"), secret: ${JSON.stringify(secret)},
    pool: new pg.Pool({ ...${connection}, max: 16 }) } };`;
  await writeFile(join(dir.path, "settings.js"), settings);
  const args = [
    find.resolve("node-red/red.js"),
    "--userDir",
    dir.path,
    "--settings",
    join(dir.path, "settings.js"),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}/hook`;
  for (let tries = 0; tries < 150; tries++) {
    const answer = await fetch(url, { method: "POST" }).catch(() => undefined);
    if (answer && answer.status !== 404) break;
    await sleep(200);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await dir.remove();
    },
  };
};

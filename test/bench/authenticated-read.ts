import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, median, requestsPerSecond } from "./measure.ts";

const rounds = 3;

/** A signed-in read through the whole product, compared with a bare server that runs the same statements. */
export const authenticatedRead: Bench = {
  name: "authenticated read",
  run: async () => {
    const dir = await temporaryDir();
    const env = { FARO_ADMIN_EMAIL: "admin@example.com", FARO_ADMIN_PASSWORD: password };
    const faro = await startProcess({ dataDir: dir.path, env });
    const signIn = await fetch(`${faro.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: env.FARO_ADMIN_EMAIL, password }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const port = await freePort();
    const bare = spawn(process.execPath, [join(import.meta.dirname, "bare-server.ts"), String(port)], {
      env: { ...process.env, CONNECTION: await readFile(join(dir.path, "database.json"), "utf8") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => bare.stdout.once("data", resolve));
    try {
      const product: number[] = [];
      const peer: number[] = [];
      for (let round = 0; round < rounds; round++) {
        product.push(await requestsPerSecond(`${faro.url}/api/status`, { cookie }));
        peer.push(await requestsPerSecond(`http://127.0.0.1:${port}/`, { cookie }));
      }
      return [
        { what: "Faro, GET /api/status", value: median(product), unit: "requests/s" },
        { what: "bare node:http and pg, same statements", value: median(peer), unit: "requests/s" },
        {
          what: "ratio",
          value: median(product) / median(peer),
          unit: "×",
          limit: { at: "least", value: 0.6 },
        },
      ];
    } finally {
      bare.kill();
      await faro.stop();
      await dir.remove();
    }
  },
};

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { desktop, openBrowser, openPage, type TestBrowser } from "../browser.ts";
import { databaseUrl } from "../database.ts";
import { adminEmail, startTestFaro } from "../faro.ts";
import { startSandboxFaro } from "../sandbox-faro.ts";

export const email = adminEmail;

export let browser: TestBrowser;
/** The journey's page. */
export let page: Page;
/** The product's base URL. */
export let url: string;
/** The same workspace served without the sandbox, where a vendor without a key is not configured. */
export let bareUrl: string;

/** Starts the product; the simulators replace the vendors' real hosts. */
export const startJourney = async (): Promise<() => Promise<void>> => {
  const [faro, opened] = await Promise.all([startSandboxFaro(), openBrowser()]);
  const secretKey = (await readFile(join(faro.dataDir, "secret.key"), "utf8")).trim();
  const bare = await startTestFaro(
    {
      FARO_ROLE: "web",
      DATABASE_URL: databaseUrl(faro.connection),
      FARO_SANDBOX: "0",
      FARO_SECRET_KEY: secretKey,
    },
    faro.connection,
  );
  const script = { name: "Welcome call", useCase: "support", content: "Hello" };
  const { status, body } = await faro.send("POST", "/api/scripts", script);
  if (status !== 200) throw new Error(`The script was not created: ${JSON.stringify(body)}`);
  browser = opened;
  ({ page } = await openPage(await browser.newContext(desktop)));
  url = faro.url;
  bareUrl = bare.url;
  return async () => {
    await browser.close();
    await bare.stop();
    await faro.stop();
  };
};

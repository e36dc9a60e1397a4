import { describe, expect, test } from "vitest";
import { type AnyConnector, connectionShape } from "#server/connectors/connector.ts";
import { connectors } from "#server/connectors/connectors.ts";
import { accounts, aiVendors, integrations } from "./toast-list.ts";
import { button, dialog, offline, seesText, seesToast } from "./toasts-page.ts";
import { page, url } from "./toasts-start.ts";

/** Tests every tab of the settings that saves or tests something, and the switches of the Brain screen. */
export const settings = (): void => {
  describe("settings", () => {
    // Selected by label, because accessible names are slow to compute on a page with many forms.
    const labelled = (label: string) => page.locator(`button[aria-label="${label}"]`);
    const findCard = (service: string) => page.locator(`form:has(button[aria-label="Save ${service}"])`);
    const fill = async (service: string, values: Record<string, unknown>) => {
      const card = findCard(service);
      const fields = await card.evaluate((form: HTMLFormElement) =>
        [...form.elements]
          // Collapsed fields keep their values.
          .filter((field) => field.checkVisibility())
          .map((field) => [field.getAttribute("name") ?? "", field.tagName] as const),
      );
      for (const [name, tag] of fields) {
        if (values[name] === undefined) continue;
        const field = card.locator(`[name="${name}"]`);
        if (tag === "SELECT") await field.selectOption(String(values[name]));
        else await field.fill(String(values[name]));
      }
    };
    /** The sample's plain settings, and secrets that every simulator rejects. */
    const createSample = (label: string) => {
      const connector = connectors.find((one) => one.label === label) as AnyConnector;
      const { secrets } = connectionShape(connector.settings);
      const entries = Object.entries(connector.sample as Record<string, unknown>);
      return {
        plain: Object.fromEntries(entries.filter(([field]) => !secrets.includes(field))),
        bad: Object.fromEntries(
          entries
            .filter(([field]) => secrets.includes(field))
            .map(([field, value]) => [field, String(value).replace("sandbox", "bad")]),
        ),
      };
    };
    /** Tests a service in the sandbox, saves it, and tests it with a wrong secret. */
    const saveAndTest = async (service: string) => {
      const { plain, bad } = createSample(service);
      await fill(service, plain);
      await labelled(`Test Connection: ${service}`).click();
      await seesToast(`${service} connects`);
      await labelled(`Save ${service}`).click();
      await seesToast(`${service} saved`);
      await fill(service, bad);
      await labelled(`Test Connection: ${service}`).click();
      expect(await seesToast(`${service} does not connect`)).toMatch(/\w{3}/);
    };
    const failToSave = async (service: string) => {
      await labelled(`Save ${service}`).click();
      await seesToast(`${service} not saved`);
    };
    const saveAndTestAll = async (services: readonly string[]) => {
      for (const service of services) await saveAndTest(service);
      await offline(async () => {
        for (const service of services) await failToSave(service);
      });
    };

    test("AI providers are tested and saved, and switched on the Brain screen", async () => {
      await page.goto(`${url}/settings?tab=ai-providers`);
      for (const vendor of aiVendors) {
        await labelled(`Test Connection: ${vendor}`).click();
        await seesToast(`${vendor} connects`);
        await findCard(vendor).locator('[name="apiKey"]').fill("a bad key");
        await labelled(`Test Connection: ${vendor}`).click();
        expect(await seesToast(`${vendor} does not connect`)).toMatch(/\w{3}/);
        await findCard(vendor).locator('[name="apiKey"]').fill("");
      }
      await offline(async () => {
        await labelled("Save OpenAI").click();
        await seesToast("AI provider not updated");
      });
      await findCard("OpenAI").getByLabel("Monthly budget").fill("25");
      await labelled("Save OpenAI").click();
      await seesToast("AI provider updated");
      await page.goto(`${url}/brain`);
      const card = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: "OpenAI", exact: true }) });
      await expect.poll(() => card.textContent()).toContain("of $25.00");
      const use = page.getByRole("switch", { name: "Use OpenAI", exact: true });
      await use.click();
      await seesToast("AI provider updated");
      await offline(async () => {
        await use.click();
        await seesToast("AI provider not updated");
      });
      expect(await use.isChecked()).toBe(false);
    });

    test("the playground reads a message in Spanish and marks the words that show its intent", async () => {
      await page.goto(`${url}/brain`);
      const field = page.getByLabel("Customer message");
      await field.fill("<i>Buenas</i>, no me escriban más");
      await field.press("Control+Enter");
      await page.getByRole("listitem").filter({ hasText: "IntentOpts out" }).waitFor();
      expect(await page.locator("mark").allTextContents()).toContain("no me escriban más");
      expect(await page.getByRole("listitem").filter({ hasText: "Language" }).textContent()).toContain(
        "Spanish",
      );
      await button("Edit text").click();
      await field.fill(" ");
      await button("Analyze").click();
      await page.getByRole("alert").filter({ hasText: "Enter a message first" }).waitFor();
    });

    test("each account of the API Keys and Maps tabs is tested and saved", async () => {
      await page.goto(`${url}/settings?tab=api-keys`);
      await fill("Twilio", { accountSid: "no / id" });
      await labelled("Save Twilio").click();
      await seesText(findCard("Twilio"), "an account's id");
      await saveAndTestAll(accounts.filter((account) => account !== "Maps"));
      await page.goto(`${url}/settings?tab=maps`);
      await saveAndTestAll(["Maps"]);
    });

    test("each integration is tested and saved", async () => {
      await page.goto(`${url}/settings?tab=integrations`);
      for (const service of integrations) {
        await page
          .locator("section button")
          .filter({ has: page.getByText(service, { exact: true }) })
          .click();
        const connection = dialog().getByRole("tab", { name: "Connection" });
        await dialog().locator(`form, [role="tab"]`).first().waitFor();
        if (await connection.isVisible()) await connection.click();
        await saveAndTest(service);
        await offline(() => failToSave(service));
        await page.keyboard.press("Escape");
        await dialog().waitFor({ state: "detached" });
      }
    });

    test("general settings are saved, and a new user is validated", async () => {
      await page.goto(`${url}/settings?tab=general`);
      await button("Save").click();
      await seesToast("General saved");
      await offline(async () => {
        await button("Save").click();
        await seesToast("General not saved");
      });
      await page.goto(`${url}/settings?tab=team`);
      await button("Add user").click();
      await dialog().getByLabel("Email").fill("no address");
      await dialog().getByLabel("Password", { exact: false }).first().fill("seven77");
      await button("Add user", dialog()).click();
      await seesText(dialog(), "user's email");
      await seesText(dialog(), "user's password");
    });
  });
};

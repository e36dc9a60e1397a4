import { afterAll, beforeAll, expect, test } from "vitest";
import {
  api,
  button,
  changeMeanwhile,
  dialog,
  holds,
  offline,
  save,
  seesText,
  seesToast,
  seesWords,
  slowly,
  stillMissing,
} from "./toasts-page.ts";
import { scripts } from "./toasts-scripts.ts";
import { settings } from "./toasts-settings.ts";
import { signingIn } from "./toasts-sign-in.ts";
import { page, startJourney, url } from "./toasts-start.ts";

let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stop = await startJourney();
}, 200_000);
afterAll(() => stop?.());

signingIn();

test("a person is validated, not created, created, not updated, updated", async () => {
  await page.goto(`${url}/people`);
  await button("Add Person").click();
  await dialog().getByLabel("First name").fill("Yadira");
  await dialog().getByLabel("Email").first().fill("no address");
  await save();
  await seesToast("person invalid");
  await seesText(dialog(), "person's email");
  await dialog().getByLabel("Email").first().fill("yadira.toast@example.com");
  await offline(async () => {
    await save();
    await seesToast("person not created");
  });
  await save();
  await seesToast("person created");
  const { people } = await api("get", "/api/people?search=yadira.toast");
  await page.goto(`${url}/people?person=${people[0].id}`);
  await dialog().getByLabel("Last name").fill("Colón");
  await changeMeanwhile("/api/people?search=yadira.toast", "Yadira", { status: "qualified" });
  await save();
  await seesToast("person not updated");
  await seesText(dialog(), "a save that comes too late");
  await button("Load newest version", dialog()).click();
  await expect.poll(() => dialog().getByLabel("Stage").inputValue()).toBe("qualified");
  await dialog().getByLabel("Last name").fill("Colón");
  await save();
  await seesToast("person updated");
});

test("an endpoint is validated, not created, created, not updated, updated", async () => {
  await page.goto(`${url}/endpoints`);
  await button("Add Endpoint").click();
  const shown = async () => {
    const labels = await dialog().locator("label").allInnerTexts();
    return labels.filter((label) => /^(Endpoint URL|API key|Secret key) \*$/.test(label));
  };
  await dialog().getByLabel("Authentication").selectOption("api_key");
  await holds("endpoint URL and API key are asked for with api_key", async () =>
    expect(await shown()).toEqual(["Endpoint URL *", "API key *"]),
  );
  await dialog().getByLabel("Authentication").selectOption("api_key_secret_key");
  await holds("the secret key is asked for only with api_key_secret_key", async () =>
    expect(await shown()).toEqual(["Endpoint URL *", "API key *", "Secret key *"]),
  );
  await save();
  await seesToast("endpoint invalid");
  await seesText(dialog(), "endpoint's name, URL and keys", 4);
  await dialog().getByLabel("Authentication").selectOption("none");
  expect(await shown()).toEqual([]);
  await dialog().getByLabel("Name").first().fill("Told in toasts");
  await offline(async () => {
    await save();
    await seesToast("endpoint not created");
  });
  await save();
  await seesToast("endpoint created");
  await button("Configure: Told in toasts").click();
  await holds("a webhook gets a random URL on our own host", async () =>
    expect(await dialog().getByLabel("Webhook URL").inputValue()).toMatch(
      new RegExp(`^${url}/hooks/[\\w-]{22,}$`),
    ),
  );
  await dialog().getByLabel("Description").fill("mine");
  await changeMeanwhile("/api/endpoints", "Told in toasts", {
    name: "Told in toasts",
    type: "webhook",
    description: "theirs",
  });
  await save();
  await seesToast("endpoint not updated");
  await seesText(dialog(), "a save that comes too late");
  await button("Load the newest version", dialog()).click();
  await expect.poll(() => dialog().getByLabel("Description").inputValue()).toBe("theirs");
  await dialog().getByLabel("Description").fill("mine");
  await save();
  await seesToast("endpoint updated");
});

test("a rule is validated, not created, created, not updated, updated", async () => {
  await page.goto(`${url}/rules`);
  await button("Create rule").click();
  await save();
  await seesToast("rule invalid");
  await seesText(dialog(), "rule's name");
  await holds("the last trigger, condition and action cannot be removed", async () => {
    for (const part of ["trigger", "condition", "action"]) {
      await dialog().getByRole("tab", { name: part }).click();
      expect(await button("Remove row 1", dialog()).isDisabled()).toBe(true);
      await button(`Add ${part}`, dialog()).click();
      await button("Remove row 1", dialog()).click();
      expect(await button("Remove row 1", dialog()).isDisabled()).toBe(true);
    }
  });
  await dialog().getByLabel("Name").first().fill("Told in toasts");
  await offline(async () => {
    await save();
    await seesToast("rule not created");
  });
  await save();
  await seesToast("rule created");
  await button("Edit Told in toasts").click();
  await dialog().getByLabel("Description").fill("mine");
  await changeMeanwhile("/api/rules", "Told in toasts", { description: "theirs" });
  await save();
  await seesToast("rule not updated");
  await seesText(dialog(), "a save that comes too late");
  await button("Load newest version", dialog()).click();
  await expect.poll(() => dialog().getByLabel("Description").inputValue()).toBe("theirs");
  await dialog().getByLabel("Description").fill("mine");
  await save();
  await seesToast("rule updated");
});

scripts();
settings();

test("pages show that they are loading, failed or do not exist", async () => {
  for (const [path, call, what] of [
    ["luma", "/api/luma/outages", "LUMA"],
    ["holidays", "/api/holidays?*", "holidays"],
  ] as const) {
    await slowly(call, async () => {
      await page.goto(`${url}/informational/${path}`);
      await seesText(page, `${what} loading`);
    });
    await page.route(`**${call}`, (route) => route.abort());
    await page.reload();
    await seesText(page, `${what} failed`);
    await page.unroute(`**${call}`);
  }
  // A gateway answers instead of the product.
  await page.route("**/api/holidays?*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  await page.reload();
  await seesText(page, "holidays failed");
  await seesText(page, "holidays refused");
  await page.unroute("**/api/holidays?*");
  await page.goto(`${url}/no/such/page`);
  await seesText(page, "unknown route");
});

test("the same in Spanish", async () => {
  await page.goto(`${url}/people`);
  await page.getByRole("combobox", { name: "Language" }).click();
  await page
    .getByRole("option", { name: "Español" })
    .or(page.getByRole("option", { name: "Spanish" }))
    .first()
    .click();
  const says = (title: string, description: string, isDestructive = title === "Error") =>
    seesWords({ title, description, isDestructive });
  await button("Agregar persona").click();
  await dialog().getByLabel("Nombre", { exact: true }).fill("Luis");
  await dialog().getByLabel("Correo").first().fill("no es un correo");
  await button("Guardar", dialog()).click();
  await says("Error", "Revise los datos ingresados");
  await dialog().getByText("Ingrese un correo electrónico válido").waitFor();
  await dialog().getByLabel("Correo").first().fill("");
  await offline(async () => {
    await button("Guardar", dialog()).click();
    await says("Error", "No se pudo crear la persona");
  });
  await page.goto(`${url}/settings?tab=integrations`);
  await page.getByRole("button", { name: /^n8n/ }).click();
  await button("Probar conexión: n8n").click();
  await says("Prueba de conexión", "La conexión con n8n funciona");
  await button("Guardar n8n").click();
  await says("Listo", "La integración de n8n se guardó correctamente");
  await page
    .locator("form")
    .filter({ has: button("Guardar n8n") })
    .locator('[name="apiKey"]')
    .fill("bad");
  await button("Probar conexión: n8n").click();
  await says("La prueba de conexión falló", "No se pudo conectar con n8n", true);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
});

test("a failed sign-out is logged, and the page reloads", async () => {
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.route("**/api/auth/logout", (route) => route.fulfill({ status: 503, body: "down" }));
  await holds("a failed sign-out is logged, and the page reloads", async () => {
    const reloaded = page.waitForEvent("load");
    await button("Cerrar sesión").click();
    await reloaded;
    expect(logged.join("\n")).toContain("503: down");
  });
});

test("every entry of the list was seen", () => expect(stillMissing()).toEqual([]));

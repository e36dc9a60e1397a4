import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { type AiProvider, aiProvidersApi } from "#contract/ai-providers.ts";
import type { InputOf } from "#contract/api-route.ts";
import { integrationsApi, type MaskedConnection } from "#contract/integrations.ts";
import { settingsApi } from "#contract/settings.ts";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { accounts, aiVendors, integrations } from "../../../../test/journeys/toast-list.ts";
import { answer, type FakeAnswer } from "../../../../test/web/fake-api.ts";
import { type Page, renderScreen } from "../../../../test/web/render.tsx";
import { instant, quietActivity, sampleConnector, sampleProvider } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { dialog, notSeen, seesText, seesToast } from "../../../../test/web/toasts.ts";

const wrongKey = "a wrong key";
const labelled = (label: string) => screen.getByLabelText(label);
const cardOf = (service: string): HTMLElement => {
  const card = labelled(`Save ${service}`).closest("form");
  if (!card) throw new Error(`${service} has no form`);
  return card;
};
const fieldOf = (service: string, name: string): Element => {
  const field = cardOf(service).querySelector(`[name="${name}"]`);
  if (!field) throw new Error(`${service} has no field ${name}`);
  return field;
};

/** The vendors accept every key but one. */
const vendors = answer(integrationsApi.test, ({ body }) => ({
  success: body.apiKey !== wrongKey,
  mode: "live",
  message: body.apiKey === wrongKey ? "The key is not valid" : "",
  latencyMs: 1,
}));

const testConnection = async ({ click, fill }: Page, service: string) => {
  await click(labelled(`Test Connection: ${service}`));
  await seesToast(`${service} connects`);
  await fill(fieldOf(service, "apiKey"), wrongKey);
  await click(labelled(`Test Connection: ${service}`));
  expect(await seesToast(`${service} does not connect`)).toBe("The key is not valid");
};

const saveAndTest = async (page: Page, service: string) => {
  await page.click(labelled(`Save ${service}`));
  await seesToast(`${service} saved`);
  await page.api.offline(async () => {
    await page.click(labelled(`Save ${service}`));
    await seesToast(`${service} not saved`);
  });
  await testConnection(page, service);
};

const saved = ({ params, body }: InputOf<typeof integrationsApi.save>): MaskedConnection => ({
  service: params.service,
  mode: "live",
  settings: body,
  updatedAt: instant,
});

// A page each, because a page with all cards takes much longer to search.
test.each(integrations)("%s is saved, not saved while offline, and tested", async (service) => {
  const connector = sampleConnector(service, "crm");
  const page = await renderScreen("/settings?tab=integrations", {
    answers: [
      vendors,
      answer(integrationsApi.connectors, () => [connector]),
      answer(integrationsApi.activity, () => [quietActivity(connector.id)]),
      answer(integrationsApi.save, saved),
    ],
  });
  const cards = await screen.findByRole("region", { name: "CRM" });
  await page.click(within(cards).getByRole("button"));
  await screen.findByLabelText(`Save ${service}`);
  await saveAndTest(page, service);
});

test("the card of n8n asks for an API Key, hidden, and a Base URL with an example", async () => {
  const n8n = sampleConnector("n8n", "automation");
  const form = {
    properties: {
      apiKey: { type: "string", writeOnly: true, title: "API Key" },
      baseUrl: { type: "string", format: "uri", examples: ["https://n8n.example.com"] },
    },
    required: ["baseUrl"],
  };
  const page = await renderScreen("/settings?tab=integrations", {
    answers: [
      answer(integrationsApi.connectors, () => [{ ...n8n, form }]),
      answer(integrationsApi.activity, () => [quietActivity(n8n.id)]),
    ],
  });
  await page.click(await screen.findByRole("button", { name: /^n8n/ }));
  expect((await screen.findByLabelText<HTMLInputElement>("API Key")).type).toBe("password");
  expect(screen.getByLabelText<HTMLInputElement>(/^Base URL/).placeholder).toBe("https://n8n.example.com");
  labelled("Save n8n");
  labelled("Test Connection: n8n");
});

describe("accounts", () => {
  const messagingAccounts = accounts.filter((account) => account !== "Maps");
  const answers: FakeAnswer[] = [
    vendors,
    answer(integrationsApi.connectors, () =>
      messagingAccounts.map((label) => sampleConnector(label, "messaging")),
    ),
    answer(integrationsApi.saveApiKey, saved),
  ];

  test("each messaging account is validated, saved, not saved while offline, and tested", async () => {
    const page = await renderScreen("/settings?tab=api-keys", { answers });
    for (const service of messagingAccounts) {
      await screen.findByLabelText(`Save ${service}`);
      await page.fill(fieldOf(service, "accountSid"), "no / id");
      await page.click(labelled(`Save ${service}`));
      await seesText("an account's id", cardOf(service));
      expect(page.api.callsOf(integrationsApi.saveApiKey).map(({ params }) => params.service)).not.toContain(
        service.toLowerCase(),
      );
      await page.fill(fieldOf(service, "accountSid"), "AC1");
      await saveAndTest(page, service);
    }
  });

  test("a number is saved in the sandbox without the account's id, which a key asks for", async () => {
    const twilio = sampleConnector("Twilio", "messaging");
    const form = {
      properties: {
        accountSid: { type: "string", minLength: 1 },
        authToken: { type: "string", writeOnly: true },
        fromNumber: { type: "string" },
      },
      required: ["accountSid"],
    };
    const page = await renderScreen("/settings?tab=api-keys", {
      answers: [...answers, answer(integrationsApi.connectors, () => [{ ...twilio, form }])],
    });
    await screen.findByLabelText("Save Twilio");
    await page.fill(fieldOf("Twilio", "authToken"), "a key");
    await page.fill(fieldOf("Twilio", "fromNumber"), "+17875550100");
    await page.click(labelled("Save Twilio"));
    await within(cardOf("Twilio")).findByText("This field is required");
    await page.fill(fieldOf("Twilio", "authToken"), "");
    await page.click(labelled("Save Twilio"));
    await waitFor(() =>
      expect(page.api.callsOf(integrationsApi.saveApiKey)).toEqual([
        { params: { service: "twilio" }, body: { fromNumber: "+17875550100" } },
      ]),
    );
  });

  test("the account of maps is saved, not saved while offline, and tested", async () => {
    const page = await renderScreen("/settings?tab=maps", { answers });
    await screen.findByLabelText("Save Maps");
    await saveAndTest(page, "Maps");
  });
});

test("each AI provider is tested and saved, and not saved while offline", async () => {
  const providers = aiVendors.map(sampleProvider);
  const page = await renderScreen("/settings?tab=ai-providers", {
    answers: [
      vendors,
      answer(aiProvidersApi.list, () => providers),
      answer(aiProvidersApi.update, ({ params }) => {
        const [provider = sampleProvider("OpenAI", 0)] = providers.filter(({ id }) => id === params.id);
        return provider;
      }),
    ],
  });
  for (const vendor of aiVendors) {
    await screen.findByLabelText(`Save ${vendor}`);
    await testConnection(page, vendor);
    await page.api.offline(async () => {
      await page.click(labelled(`Save ${vendor}`));
      await seesToast("AI provider not updated");
    });
    await page.click(labelled(`Save ${vendor}`));
    await seesToast("AI provider updated");
  }
});

describe("a server of the workspace's own", () => {
  const name = "Compatible (OpenAI API)";
  const baseUrl = "http://localhost:11434/v1";
  const server = { baseUrl: null, apiVersion: null, inputPrice: 0, outputPrice: 0, found: null };
  const renderServer = async (provider: AiProvider) => {
    let current = provider;
    const page = await renderScreen("/settings?tab=ai-providers", {
      answers: [
        answer(integrationsApi.test, ({ body }) => {
          const found = {
            baseUrl: String(body.baseUrl),
            models: ["llama", "qwen"],
            model: String(body.model),
            abilities: { streams: true, json: "object" as const, returnsJson: false },
          };
          current = { ...current, server: { ...server, found } };
          return { success: true, mode: "live", message: "", latencyMs: 1 };
        }),
        answer(aiProvidersApi.list, () => [current]),
        answer(aiProvidersApi.update, ({ body: { baseUrl: saved = null } }) => {
          current = { ...current, server: { ...server, ...current.server, baseUrl: saved } };
          return current;
        }),
      ],
    });
    await screen.findByLabelText(`Save ${name}`);
    return page;
  };
  const own = { ...sampleProvider(name, 5), vendor: "compatible", models: [], model: null, server };

  test("is tested and saved with its address, model and prices", async () => {
    const { api, click, fill } = await renderServer({ ...own, needsAcceptance: true });
    await fill(screen.getByLabelText("Base URL"), "localhost:11434");
    await click(labelled(`Save ${name}`));
    await screen.findByText(/Enter a full address/);
    expect(api.callsOf(aiProvidersApi.update)).toEqual([]);
    await fill(screen.getByLabelText("Base URL"), baseUrl);
    await fill(screen.getByLabelText("Model"), "llama");
    await fill(screen.getByLabelText("Input price"), "0.35");
    screen.getByText(/its operator can read the data it receives/);
    expect(screen.queryByLabelText("API version")).toBeNull();
    await click(labelled(`Test Connection: ${name}`));
    await waitFor(() =>
      expect(api.callsOf(integrationsApi.test).at(-1)?.body).toMatchObject({ baseUrl, model: "llama" }),
    );
    const found = await screen.findByRole("list", { name: "Test results" });
    within(found).getByText("Streams its responses");
    within(found).getByText(/No JSON output/);
    expect(
      [...document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value")),
    ).toEqual(["llama", "qwen"]);
    await click(labelled(`Save ${name}`));
    await waitFor(() =>
      expect(api.callsOf(aiProvidersApi.update).at(-1)?.body).toMatchObject({
        baseUrl,
        apiVersion: null,
        model: "llama",
        inputPrice: 0.35,
        outputPrice: 0,
      }),
    );
  });

  test("asks for a version of the API at Azure", async () => {
    const { fill } = await renderServer(own);
    await fill(screen.getByLabelText("Base URL"), "https://sol.openai.azure.com/openai/v1");
    await screen.findByLabelText("API version");
  });
});

test("general settings are saved, and not saved while offline", async () => {
  const { api, click } = await renderScreen("/settings?tab=general", {
    answers: [answer(settingsApi.saveGeneral, ({ body }) => ({ ...defaultGeneralSettings, ...body }))],
  });
  const form = (await screen.findByLabelText("Timezone")).closest("form") as HTMLElement;
  const save = () => click(within(form).getByRole("button", { name: "Save" }));
  await save();
  await seesToast("General saved");
  await api.offline(async () => {
    await save();
    await seesToast("General not saved");
  });
});

test("the number of people above which a broadcast needs a second user is saved", async () => {
  const saved: (number | undefined)[] = [];
  const { click, fill } = await renderScreen("/settings?tab=general", {
    answers: [
      answer(settingsApi.saveGeneral, ({ body }) => {
        saved.push(body.secondUserAbove);
        return { ...defaultGeneralSettings, ...body };
      }),
    ],
  });
  const field = await screen.findByLabelText<HTMLInputElement>("Second user for broadcasts");
  expect(field.value).toBe("0");
  const form = field.closest("form") as HTMLElement;
  const save = () => click(within(form).getByRole("button", { name: "Save" }));
  await fill(field, "-1");
  await save();
  await screen.findByText("Enter a whole number from 0 to 10,000,000");
  await fill(field, "500");
  await save();
  await seesToast("General saved");
  expect(saved).toEqual([500]);
});

test("a new user is validated", async () => {
  const { click, fill } = await renderScreen("/settings?tab=team");
  await click(await screen.findByRole("button", { name: "Add user" }));
  await screen.findByRole("dialog");
  await fill(within(dialog()).getByLabelText(/^Email/), "no address");
  await fill(dialog().querySelector('[name="password"]') as Element, "seven77");
  await click(within(dialog()).getByRole("button", { name: "Add user" }));
  await seesText("user's email", dialog());
  await seesText("user's password", dialog());
});

test("every message of the settings was seen", () => expect(notSeen(entriesOf("settings"))).toEqual([]));

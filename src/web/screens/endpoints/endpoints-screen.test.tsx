import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { endpointsApi } from "#contract/endpoints.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../test/web/records.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { sampleEndpoint } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { dialog, holds, notSeen, seesText, seesToast } from "../../../../test/web/toasts.ts";

const field = (label: RegExp) =>
  within(dialog()).getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
const button = (name: string) => within(dialog()).getByRole("button", { name });
const askedFields = () =>
  [...dialog().querySelectorAll("label")]
    .map((label) => label.textContent)
    .filter((text) => /^(Endpoint URL|API key|Secret key)\b/.test(text));

test("a new endpoint is validated, not created while offline, and created", async () => {
  const endpoints = keepRecords<typeof sampleEndpoint>();
  const { api, click, choose, fill } = await renderScreen("/endpoints", {
    answers: [
      answer(endpointsApi.list, () => endpoints.list()),
      answer(endpointsApi.create, ({ body: { name } }) => endpoints.add({ ...sampleEndpoint, name })),
    ],
  });
  const [addButton] = await screen.findAllByRole("button", { name: "Add Endpoint" });
  await click(addButton as HTMLElement);
  await screen.findByRole("dialog");
  await choose(field(/^Authentication/), "api_key");
  await holds("endpoint URL and API key are asked for with api_key", () =>
    expect(askedFields()).toEqual([expect.stringMatching("Endpoint URL"), expect.stringMatching("API key")]),
  );
  await choose(field(/^Authentication/), "api_key_secret_key");
  await holds("the secret key is asked for only with api_key_secret_key", () =>
    expect(askedFields().at(-1)).toMatch("Secret key"),
  );
  await click(button("Save"));
  await seesToast("endpoint invalid");
  await seesText("endpoint's name, URL and keys", dialog(), 4);
  await choose(field(/^Authentication/), "none");
  expect(askedFields()).toEqual([]);

  await fill(field(/^Name/), "Orders");
  await api.offline(async () => {
    await click(button("Save"));
    await seesToast("endpoint not created");
  });
  await click(button("Save"));
  await seesToast("endpoint created");
  await screen.findByRole("button", { name: "Configure: Orders" });
});

test("an endpoint that another user changed is not updated until the newest version is loaded", async () => {
  const endpoints = keepRecords(sampleEndpoint);
  const { click, fill } = await renderScreen("/endpoints", {
    answers: [
      answer(endpointsApi.list, () => endpoints.list()),
      answer(endpointsApi.get, ({ params }) => endpoints.find(params.id)),
      answer(endpointsApi.update, ({ params, body: { description, updatedAt } }) =>
        endpoints.update(params.id, { description: description ?? null, updatedAt }),
      ),
    ],
  });
  await click(await screen.findByRole("button", { name: "Configure: Orders" }));
  await screen.findByRole("dialog");
  expect(field(/^Webhook URL/).value).toBe(sampleEndpoint.webhookUrl);
  await fill(field(/^Description/), "mine");
  endpoints.update(sampleEndpoint.id, { description: "theirs" });
  await click(button("Save"));
  await seesToast("endpoint not updated");
  await seesText("a save that comes too late", dialog());
  await click(button("Load the newest version"));
  await waitFor(() => expect(field(/^Description/).value).toBe("theirs"));
  await fill(field(/^Description/), "mine");
  await click(button("Save"));
  await seesToast("endpoint updated");
  expect(endpoints.find(sampleEndpoint.id)).toMatchObject({ description: "mine" });
});

test("every message of endpoints was seen", () => expect(notSeen(entriesOf("endpoints"))).toEqual([]));

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type ScriptPreview, scriptsApi } from "#contract/scripts.ts";
import { voiceApi } from "#contract/voice.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../test/web/records.ts";
import { allAnswered, renderScreen } from "../../../../test/web/render.tsx";
import { instant, sampleId, sampleScript } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { dialog, holds, notSeen, openToasts, seesText, seesToast } from "../../../../test/web/toasts.ts";

const path = "/settings?tab=scripts";
const spoken = {
  ...sampleScript,
  id: sampleId(6),
  name: "Spoken in the journey",
  content: "Hello there",
  voiceId: "voice-1",
};
const speech = answer(voiceApi.synthesize, () => "sound");
const withoutSandbox = answer(workspaceApi.status, () => ({
  lastChangeAt: null,
  version: "0.0.0",
  now: instant,
  demo: false,
  demoProgress: null,
  emptyingProgress: null,
  sandbox: false,
}));

const emptyPreview: ScriptPreview = {
  disclosure: "",
  opening: "",
  steps: [],
  goals: [],
  questions: [],
  missing: [],
  openingSeconds: 0,
  totalSeconds: 0,
};

const field = (label: RegExp, where = dialog()) => within(where).getByLabelText<HTMLInputElement>(label);
const button = (name: string, where = dialog()) =>
  within(where).getByRole<HTMLButtonElement>("button", { name });
const cardOf = (name: string): HTMLElement => {
  const card = screen.getByRole("button", { name: `Save Script: ${name}` }).closest("form");
  if (!card) throw new Error(`${name} has no form`);
  return card;
};
const seesReason = async (id: string) => {
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  await seesText(id, openToasts()[0]);
};

test("a new script is validated, tested, not created while offline, and created", async () => {
  const scripts = keepRecords(sampleScript);
  const { api, choose, click, fill } = await renderScreen(path, {
    answers: [
      speech,
      answer(scriptsApi.list, () => scripts.list()),
      answer(scriptsApi.create, ({ body }) => scripts.add({ ...spoken, ...body })),
    ],
  });
  await click(await screen.findByRole("button", { name: "Add New Script" }));
  await screen.findByRole("dialog");
  await click(button("Save"));
  await seesText("script's name and content", dialog(), 2);
  await within(field(/^Voice/)).findByText("Rachel");
  await choose(field(/^Voice/), "voice-1");
  await holds("a script without content cannot be tested", () =>
    expect(button("Test Script").disabled).toBe(true),
  );
  await fill(field(/^Content/), "  ");
  await click(button("Test Script"));
  await seesToast("script test without content");
  await fill(field(/^Name/), spoken.name);
  await fill(field(/^Content/), spoken.content);
  await choose(field(/^Voice/), "");
  await holds("a script without a voice cannot be tested in the dialog", () =>
    expect(button("Test Script").disabled).toBe(true),
  );
  await choose(field(/^TTS Provider/), "google");
  expect(button("Test Script").disabled).toBe(false);
  await choose(field(/^TTS Provider/), "elevenlabs");
  await choose(field(/^Voice/), "voice-1");
  await holds("another language brings its accent", async () => {
    for (const [language, accent] of [
      ["es", "es-LA"],
      ["fr", "en-US"],
      ["en", "en-US"],
    ] as const) {
      await choose(field(/^Language/), language);
      expect(field(/^Accent/).value).toBe(accent);
    }
  });
  await click(button("Test Script"));
  await seesToast("script plays");
  await api.offline(async () => {
    await click(button("Test Script"));
    await seesReason("script test unreachable, why");
    await seesToast("script test unreachable");
    await click(button("Save"));
    await seesToast("script not created");
  });
  api.on(voiceApi.synthesize, () => refuse("vendor_failed", { message: "Invalid API key" }));
  await click(button("Test Script"));
  await seesReason("script test refused, why");
  await seesToast("script test refused");
  await click(button("Save"));
  await seesToast("script created");
  await screen.findByRole("button", { name: `Save Script: ${spoken.name}` });
});

test("one script is tested at a time, and one without a voice is not", async () => {
  const { api, click, fill } = await renderScreen(path, {
    answers: [speech, answer(scriptsApi.list, () => [sampleScript, spoken])],
  });
  await screen.findByRole("button", { name: "Test Script: Welcome call" });
  await allAnswered();
  expect(button("Test Script: Welcome call", document.body).disabled).toBe(true);
  within(cardOf(sampleScript.name)).getByText(/a voice/);
  await fill(field(/^Content/, cardOf(spoken.name)), "  ");
  await click(button(`Test Script: ${spoken.name}`, document.body));
  await seesToast("script test without a voice");
  await fill(field(/^Content/, cardOf(spoken.name)), spoken.content);
  await holds("one script is tested at a time", () =>
    api.slowly(voiceApi.synthesize, async () => {
      await click(button(`Test Script: ${spoken.name}`, document.body));
      await seesText("script testing", cardOf(spoken.name));
      expect(button("Testing...", cardOf(spoken.name)).disabled).toBe(true);
      expect(button("Test Script: Welcome call", document.body).disabled).toBe(true);
    }),
  );
  await seesToast("script plays");
});

test("a script that another user changed is not updated until the newest version is loaded", async () => {
  const scripts = keepRecords(spoken);
  const { api, click, fill } = await renderScreen(path, {
    answers: [
      answer(scriptsApi.list, () => scripts.list()),
      answer(scriptsApi.update, ({ params, body: { content, updatedAt } }) =>
        scripts.update(params.id, { content: content ?? "", updatedAt }),
      ),
    ],
  });
  await screen.findByRole("button", { name: `Save Script: ${spoken.name}` });
  const card = cardOf(spoken.name);
  await fill(field(/^Content/, card), "Mine");
  scripts.update(spoken.id, { content: "Theirs" });
  await click(button(`Save Script: ${spoken.name}`, card));
  await seesToast("script not updated");
  await seesText("a save that comes too late", card);
  await api.slowly(scriptsApi.list, async () => {
    await click(button("Load newest version", card));
    await waitFor(() => expect(field(/^Content/, card).closest("fieldset")?.disabled).toBe(true));
  });
  await waitFor(() => expect(field(/^Content/, card).value).toBe("Theirs"));
  await fill(field(/^Content/, card), "Mine");
  await click(button(`Save Script: ${spoken.name}`, card));
  await seesToast("script updated");
  expect(scripts.find(spoken.id)).toMatchObject({ content: "Mine" });
});

test("without a key and the sandbox no script is tested and no voice is asked for", async () => {
  const { api } = await renderScreen(path, {
    answers: [withoutSandbox, answer(scriptsApi.list, () => [spoken])],
  });
  await screen.findByRole("button", { name: `Test Script: ${spoken.name}` });
  await allAnswered();
  await holds("a script without a provider's key cannot be tested in the settings", () =>
    expect(button(`Test Script: ${spoken.name}`, document.body).disabled).toBe(true),
  );
  await holds("voices are asked for only where there is a key", () =>
    expect(api.callsOf(voiceApi.voices)).toEqual([]),
  );
});

test("a script of Google is not tested in the dialog while Google is not connected", async () => {
  const { choose, click, fill } = await renderScreen(path, {
    answers: [withoutSandbox, answer(scriptsApi.list, () => [spoken])],
  });
  await click(await screen.findByRole("button", { name: "Add New Script" }));
  await screen.findByRole("dialog");
  await fill(field(/^Content/), spoken.content);
  await choose(field(/^TTS Provider/), "google");
  expect(button("Test Script").disabled).toBe(true);
});

test("the page of a script says that the provider has no key", async () => {
  const { click } = await renderScreen(`/voice/scripts/${spoken.id}`, {
    answers: [
      withoutSandbox,
      answer(scriptsApi.list, () => [spoken]),
      answer(scriptsApi.preview, () => emptyPreview),
    ],
  });
  await click(await screen.findByRole("button", { name: "Test Script" }));
  await seesToast("script test without a key");
});

test("every message of scripts was seen", () => expect(notSeen(entriesOf("scripts"))).toEqual([]));

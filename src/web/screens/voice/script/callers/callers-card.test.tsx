import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { scriptsApi } from "#contract/scripts.ts";
import { type TestCaller, testCallersApi } from "#contract/test-callers.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { exampleCallers } from "#domain/test-callers/example-callers.ts";
import {
  fingerprintOfCaller,
  fingerprintOfScript,
  testedScript,
} from "#domain/test-callers/tested-script.ts";
import { answer, refuse } from "../../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../../test/web/render.tsx";
import { administrator, sampleScript } from "../../../../../../test/web/samples.ts";

const script = { ...sampleScript, content: "Hello. May I ask you something?", enabled: false };
const viewer = { ...administrator, role: "viewer" as const, permissions: builtInPermissions.viewer };
const updatedAt = "2026-11-18T12:00:00.000Z";

const idOf = (number: number): string => `01890000-0000-7000-8000-00000000010${number}`;
const aCaller = (number: number, change: Partial<TestCaller> = {}): TestCaller => ({
  id: idOf(number),
  name: `Caller ${number}`,
  language: "en",
  turns: [{ say: "I smell gas!", expect: [{ kind: "safety_line" }, { kind: "contains", text: "help" }] }],
  runState: null,
  result: null,
  updatedAt,
  ...change,
});
const failed = (caller: TestCaller): TestCaller => ({
  ...caller,
  result: {
    outcome: "failed",
    opening: "Hello, this is an AI assistant.",
    turns: [
      {
        say: "I smell gas!",
        isReached: true,
        answer: "How nice.",
        decidedBy: "model",
        isCorrected: false,
        checks: [
          { expected: { kind: "safety_line" }, reason: { code: "no_safety_line" } },
          { expected: { kind: "excludes", text: "bye" }, reason: null },
        ],
      },
    ],
    endReason: null,
    model: "openai gpt",
    cost: 0.01,
    at: updatedAt,
    scriptVersion: 3,
    isDraft: false,
    scriptFingerprint: fingerprintOfScript(testedScript.parse(script)),
    callerFingerprint: fingerprintOfCaller(caller),
  },
});

const openEditor = async (
  callers: TestCaller[],
  options: Omit<Parameters<typeof renderScreen>[1] & object, "answers"> = {},
) => {
  const page = await renderScreen(`/voice/scripts/${script.id}`, {
    ...options,
    answers: [
      answer(scriptsApi.list, () => [script]),
      answer(scriptsApi.preview, () => ({
        disclosure: "",
        opening: "",
        steps: [],
        goals: [],
        questions: [],
        missing: [],
        openingSeconds: 1,
        totalSeconds: 1,
      })),
      answer(testCallersApi.list, () => callers),
      answer(testCallersApi.create, ({ body }) => {
        const added = body.callers.map((caller, index) => aCaller(callers.length + index + 1, caller));
        callers.push(...added);
        return added;
      }),
      answer(testCallersApi.run, () => ({ count: 1 })),
      answer(testCallersApi.stop, () => ({ ok: true as const })),
    ],
  });
  const card = within(
    await screen.findByRole("region", {
      name: options.language === "es" ? "Llamadas de prueba" : "Test callers",
    }),
  );
  return { page, card };
};

describe("the card of test callers", () => {
  test.each([
    ["en", "Add two examples"],
    ["es", "Agregar dos ejemplos"],
  ] as const)("in %s two examples are inserted by one press", async (language, label) => {
    const { page, card } = await openEditor([], { language });
    await page.click(await card.findByRole("button", { name: label }));
    for (const { name } of exampleCallers[language]) await card.findByText(name);
    expect(page.api.callsOf(testCallersApi.create)[0]?.body.callers).toEqual(exampleCallers[language]);
  });

  test("a caller is written with what must happen, and refused without its words", async () => {
    const { page, card } = await openEditor([]);
    await page.click(await card.findByRole("button", { name: "Add a test caller" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add a test caller" }));
    await page.fill(dialog.getByLabelText(/^Name/), "Asks the price");
    await page.choose(dialog.getByLabelText("Add what must happen in Turn 1"), "contains");
    await page.click(dialog.getByRole("button", { name: "Save" }));
    expect(dialog.getAllByText("This field is required")).toHaveLength(2);
    await page.fill(dialog.getByLabelText(/^1\. The caller says/), "How much is it?");
    await page.fill(dialog.getByLabelText("Says these words: Words"), "$9,800");
    await page.choose(dialog.getByLabelText("Add what must happen in Turn 1"), "stores");
    await page.click(dialog.getByRole("button", { name: "Add a turn" }));
    await page.fill(dialog.getByLabelText(/^2\. The caller says/), "Bye");
    await page.click(dialog.getByRole("button", { name: "Move Turn 2 up" }));
    await page.click(dialog.getByRole("button", { name: "Save" }));
    await card.findByText("Asks the price");
    expect(page.api.callsOf(testCallersApi.create)[0]?.body.callers).toEqual([
      {
        name: "Asks the price",
        language: script.language,
        turns: [
          { say: "Bye", expect: [] },
          {
            say: "How much is it?",
            expect: [
              { kind: "contains", text: "$9,800" },
              { kind: "stores", fact: "phone", value: "" },
            ],
          },
        ],
      },
    ]);
  });

  test("a failure opens with the whole conversation and the reason beside the turn", async () => {
    const { page, card } = await openEditor([failed(aCaller(1)), aCaller(2)]);
    await card.findByText("0 of 2 passed");
    card.getByText("1 of 2 not met");
    await page.click(card.getByRole("button", { name: "Conversation with Caller 1" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Caller 1" }));
    sheet.getByText("Hello, this is an AI assistant.");
    sheet.getByText("How nice.");
    const checks = within(sheet.getByRole("list", { name: "Turn 1: what must happen" }));
    expect(checks.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Not met: Says where help is: 911 or 988 · neither 911 nor 988 was named",
      "Met: Does not say “bye”",
    ]);
    sheet.getByText(/Version 3/);
    await page.press("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("one or all are run, and a run shows how far it is and can be stopped", async () => {
    const { page, card } = await openEditor([aCaller(1), aCaller(2)]);
    await page.click(await card.findByRole("button", { name: "Run Caller 2" }));
    await page.click(card.getByRole("button", { name: "Run all" }));
    expect(page.api.callsOf(testCallersApi.run).map(({ body }) => body)).toEqual([
      { callerIds: [idOf(2)] },
      {},
    ]);
    page.api.on(testCallersApi.list, () => [aCaller(1, { runState: "running" }), aCaller(2)]);
    await page.click(card.getByRole("button", { name: "Run all" }));
    await card.findByText("1 caller still to go");
    expect(card.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("0");
    expect(card.getByRole("button", { name: "Run all" }).hasAttribute("disabled")).toBe(true);
    page.api.on(testCallersApi.list, () => [aCaller(1), aCaller(2)]);
    await page.click(card.getByRole("button", { name: "Stop" }));
    await card.findByText("Not run yet");
  });

  test("an edited script makes results outdated, is tested as it is, and warns before it goes live", async () => {
    const { page, card } = await openEditor([failed(aCaller(1))]);
    await card.findByText("0 of 1 passed");
    expect(card.queryByText("Outdated")).toBeNull();
    await page.click(screen.getByRole("switch", { name: "Enabled" }));
    await screen.findByText(/1 test caller fails: “Caller 1”/);
    const text = "Good day. May I ask you something?";
    await page.fill(screen.getByLabelText(/Opening and steps/), text);
    await card.findByText("Outdated");
    await page.click(card.getByRole("button", { name: "Run Caller 1" }));
    expect(page.api.callsOf(testCallersApi.run).at(-1)?.body).toMatchObject({ script: { content: text } });
  });

  test("who may only view sees results and no actions", async () => {
    const { card } = await openEditor([failed(aCaller(1))], { user: viewer });
    await card.findByText("0 of 1 passed");
    expect(card.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Conversation"]);
  });

  test("a refused run says why", async () => {
    const { page, card } = await openEditor([aCaller(1)]);
    page.api.on(testCallersApi.run, () => refuse("throttled"));
    await page.click(await card.findByRole("button", { name: "Run all" }));
    await screen.findByText(/Too many attempts/);
  });
});

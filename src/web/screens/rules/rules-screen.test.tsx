import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { rulesApi } from "#contract/rules.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../test/web/records.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { sampleRule } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { dialog, holds, notSeen, seesText, seesToast } from "../../../../test/web/toasts.ts";

const field = (label: RegExp) =>
  within(dialog()).getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
const button = (name: string) => within(dialog()).getByRole<HTMLButtonElement>("button", { name });

test("a new rule is validated, keeps a row of each part, is not created while offline, and created", async () => {
  const rules = keepRecords<typeof sampleRule>();
  const { api, click, fill } = await renderScreen("/rules", {
    answers: [
      answer(rulesApi.list, () => rules.list()),
      answer(rulesApi.create, ({ body: { options, ...rule } }) => rules.add({ ...sampleRule, ...rule })),
    ],
  });
  const [createButton] = await screen.findAllByRole("button", { name: "Create rule" });
  await click(createButton as HTMLElement);
  await screen.findByRole("dialog");
  await click(button("Save"));
  await seesToast("rule invalid");
  await seesText("rule's name", dialog());
  await holds("the last trigger, condition and action cannot be removed", async () => {
    for (const part of ["trigger", "condition", "action"]) {
      await click(within(dialog()).getByRole("tab", { name: new RegExp(part, "i") }));
      expect(button("Remove row 1").disabled).toBe(true);
      await click(button(`Add ${part}`));
      await click(button("Remove row 1"));
      expect(button("Remove row 1").disabled).toBe(true);
    }
  });
  await fill(field(/^Name/), "Welcome");
  await api.offline(async () => {
    await click(button("Save"));
    await seesToast("rule not created");
  });
  await click(button("Save"));
  await seesToast("rule created");
  await screen.findByRole("button", { name: "Edit Welcome" });
});

test("a rule that another user changed is not updated until the newest version is loaded", async () => {
  const rules = keepRecords(sampleRule);
  const { click, fill } = await renderScreen("/rules", {
    answers: [
      answer(rulesApi.list, () => rules.list()),
      answer(rulesApi.update, ({ params, body: { description, updatedAt } }) =>
        rules.update(params.id, { description: description ?? null, updatedAt }),
      ),
    ],
  });
  await click(await screen.findByRole("button", { name: "Edit Welcome" }));
  await screen.findByRole("dialog");
  await fill(field(/^Description/), "mine");
  rules.update(sampleRule.id, { description: "theirs" });
  await click(button("Save"));
  await seesToast("rule not updated");
  await seesText("a save that comes too late", dialog());
  await click(button("Load newest version"));
  await waitFor(() => expect(field(/^Description/).value).toBe("theirs"));
  await fill(field(/^Description/), "mine");
  await click(button("Save"));
  await seesToast("rule updated");
  expect(rules.find(sampleRule.id)).toMatchObject({ description: "mine" });
});

test("the options say after how many hours the same words are sent again; without a number, each time", async () => {
  const rules = keepRecords(sampleRule);
  const { click, fill } = await renderScreen("/rules", {
    answers: [
      answer(rulesApi.list, () => rules.list()),
      answer(rulesApi.update, ({ params, body: { options } }) =>
        rules.update(params.id, options ? { options } : {}),
      ),
    ],
  });
  await click(await screen.findByRole("button", { name: "Edit Welcome" }));
  await screen.findByRole("dialog");
  await click(within(dialog()).getByRole("button", { name: /^Options/ }));
  expect(field(/^Hours between identical texts/).value).toBe("24");
  await fill(field(/^Hours between identical texts/), "");
  await within(dialog()).findByText("may repeat the same text");
  await click(button("Save"));
  await seesToast("rule updated");
  expect(rules.find(sampleRule.id)).toMatchObject({ options: { repeatHours: null } });
});

test("every message of rules was seen", () => expect(notSeen(entriesOf("rules"))).toEqual([]));

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { maxStartedAtOnce, runsApi } from "#contract/runs.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../test/web/render.tsx";
import { sampleId, sampleRule } from "../../../../test/web/samples.ts";
import { dialog } from "../../../../test/web/toasts.ts";
import { StartSequenceDialog } from "./start-sequence-dialog.tsx";

const sequence: Rule = {
  ...sampleRule,
  actions: [{ id: "b", type: "add_task", template: "Call", wait: { for: 2, unit: "days" } }],
};

const show = async (rules: Rule[], personIds: string[], refusedIds: string[] = []) => {
  const events: string[] = [];
  const rendered = await renderElement(
    <FormatProvider value={workspaceFormat("en", undefined)}>
      <StartSequenceDialog
        personIds={personIds}
        onClose={(hasStarted) => events.push(hasStarted ? "started" : "nothing")}
      />
    </FormatProvider>,
    {
      answers: [
        answer(rulesApi.list, () => rules),
        answer(runsApi.start, ({ body }) => {
          const refused = body.personIds
            .filter((id) => refusedIds.includes(id))
            .map((id) => ({ id, code: "already_running" as const }));
          return { started: body.personIds.length - refused.length, refused };
        }),
      ],
    },
  );
  return { ...rendered, events };
};
const people = (count: number) => Array.from({ length: count }, (_, n) => sampleId(1000 + n));

test("more people than one call takes are started in parts, and the sum is told", async () => {
  const ids = people(maxStartedAtOnce + 1);
  const { api, click, events } = await show([sequence], ids);
  await click(await within(dialog()).findByRole("button", { name: `Start for ${ids.length} people` }));
  await screen.findByText(`Started for ${ids.length} people`);
  expect(api.callsOf(runsApi.start).map(({ body }) => body.personIds.length)).toEqual([maxStartedAtOnce, 1]);
  expect(events).toEqual(["started"]);
});

test("whom it refuses is said, and the dialog stays", async () => {
  const [first = "", second = ""] = people(2);
  const { click, events } = await show([sequence], [first, second], [second]);
  await click(await within(dialog()).findByRole("button", { name: "Start for 2 people" }));
  await within(dialog()).findByText("Already in this sequence.");
  expect(events).toEqual([]);
  const [close] = within(dialog()).getAllByRole("button", { name: "Close" });
  if (close) await click(close);
  expect(events).toEqual(["started"]);
});

test("without a sequence that is enabled there is nothing to press, and the way to the rules", async () => {
  await show([{ ...sequence, enabled: false }], people(1));
  await screen.findByRole("link", { name: "Open the rules" });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(true),
  );
});

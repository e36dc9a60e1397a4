import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { audiencesApi } from "#contract/audiences.ts";
import { type Broadcast, broadcastsApi } from "#contract/broadcasts.ts";
import { templatesApi } from "#contract/templates.ts";
import { answer, refuse } from "../../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../../test/web/records.ts";
import { renderScreen } from "../../../../../../test/web/render.tsx";
import { instant, sampleId, templatePreview } from "../../../../../../test/web/samples.ts";
import { dialog } from "../../../../../../test/web/toasts.ts";

const draft: Broadcast & { actual: null } = {
  id: sampleId(60),
  name: "Battery rebate",
  audience: { everybody: true },
  except: null,
  purpose: "marketing",
  actions: [{ id: "a", type: "sms", template: "Your rebate is here." }],
  when: { kind: "now" },
  perMinute: null,
  spreadHours: null,
  holdoutPercent: 0,
  leaveOut: [],
  guard: true,
  state: "draft",
  why: [],
  check: null,
  approval: null,
  createdBy: null,
  startedAt: null,
  doneAt: null,
  createdAt: instant,
  updatedAt: instant,
  actual: null,
};

const open = (total = 1600) => {
  const records = keepRecords(draft);
  return renderScreen(`/campaigns/${draft.id}`, {
    answers: [
      answer(audiencesApi.count, () => ({ total, totalIs: "exact", isReadable: true })),
      answer(templatesApi.preview, ({ body }) => ({
        ...templatePreview(body.body ?? ""),
      })),
      answer(broadcastsApi.list, () => ({ broadcasts: [], nextCursor: null })),
      answer(broadcastsApi.get, ({ params }) => records.find(params.id)),
      answer(broadcastsApi.update, ({ params, body: { name, updatedAt } }) =>
        records.update(params.id, { ...(name ? { name } : {}), updatedAt }),
      ),
    ],
  });
};

test("the time, the pace, the part that is kept aside and the guard are saved", async () => {
  const { api, click, fill } = await open();
  await click(await screen.findByRole("radio", { name: /^Their local hour/ }));
  fireEvent.change(screen.getByLabelText("Hour"), { target: { value: "10:15" } });
  await fill(screen.getByLabelText("People per minute"), "40");
  await fill(screen.getByLabelText("Kept aside, in percent"), "10");
  await click(screen.getByRole("switch", { name: "Send with care" }));
  await click(screen.getByRole("radio", { name: /^Service/ }));
  await click(screen.getByRole("button", { name: "Save and close" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(api.callsOf(broadcastsApi.update)).toMatchObject([
    {
      body: {
        purpose: "service",
        when: { kind: "local", time: "10:15" },
        perMinute: 40,
        holdoutPercent: 10,
        guard: false,
      },
    },
  ]);
});

test("everybody is said, and a count that came is not shown as still counting", async () => {
  await open();
  const who = within(await screen.findByRole("group", { name: "Who" }));
  await who.findByText("No conditions: all people get it");
  const count = await screen.findByText(/^1,600 people/);
  await waitFor(() => expect(count.textContent).toBe("1,600 people"));
});

test("a variable that no person has is named while it is written, and can be chosen instead", async () => {
  const { choose } = await open();
  const words = await screen.findByLabelText("Template name or custom text");
  fireEvent.change(words, { target: { value: "Hola {{meter}}, {{appointment_date}}" } });
  await screen.findByText(/^\{\{meter\}\} and \{\{appointment_date\}\} have no value in a broadcast/);
  fireEvent.change(words, { target: { value: "Hola " } });
  await choose(screen.getByRole("combobox", { name: "Insert variable" }), "first_name");
  expect((words as HTMLTextAreaElement).value).toBe("Hola {{first_name}}");
  expect(screen.queryByText(/have no value in a broadcast/)).toBeNull();
});

test("a broadcast has a pace or is spread over hours: the last one that was entered holds", async () => {
  const { api, click, fill } = await open();
  await fill(await screen.findByLabelText("People per minute"), "40");
  await fill(screen.getByLabelText("Spread over hours"), "8");
  expect(screen.getByLabelText<HTMLInputElement>("People per minute").value).toBe("");
  await click(screen.getByRole("button", { name: "Save and close" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(api.callsOf(broadcastsApi.update)).toMatchObject([{ body: { perMinute: null, spreadHours: 8 } }]);
});

test("several steps are written as in a sequence, and the message comes back with one press", async () => {
  const { click } = await open();
  const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save and close" });
  await click(screen.getByRole("radio", { name: /^Several steps/ }));
  expect(save.disabled).toBe(true);
  await click(screen.getByRole("button", { name: "Add a step at the beginning" }));
  await click(await screen.findByRole("menuitem", { name: "Task" }));
  await waitFor(() => expect(within(dialog()).getByRole("heading", { name: "Step 1" })).toBeTruthy());
  expect(save.disabled).toBe(false);
  await click(within(dialog()).getByRole("button", { name: "Done" }));
  await click(screen.getByRole("radio", { name: /^One message/ }));
  const words = screen.getByLabelText<HTMLTextAreaElement>("Template name or custom text");
  expect(words.value).toBe("Your rebate is here.");
});

test("unsaved changes are not lost by a link without a question", async () => {
  const { click, fill } = await open();
  await fill(await screen.findByLabelText(/^Name of the broadcast/), "Rebate");
  await click(screen.getByRole("link", { name: "Broadcasts" }));
  await click(within(dialog()).getByRole("button", { name: "Cancel" }));
  expect(location.pathname).toBe(`/campaigns/${draft.id}`);
  await click(screen.getByRole("link", { name: "Broadcasts" }));
  await click(within(dialog()).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
});

test("a version that another user saved meanwhile is not overwritten", async () => {
  const { api, click, fill } = await open();
  await fill(await screen.findByLabelText(/^Name of the broadcast/), "Mine");
  const theirs = { ...draft, name: "Theirs", updatedAt: "2026-03-02T13:00:00Z" };
  api.on(broadcastsApi.update, () => refuse("conflict"));
  api.on(broadcastsApi.get, () => theirs);
  await click(screen.getByRole("button", { name: "Save and close" }));
  await click(await screen.findByRole("button", { name: "Load newest version" }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(/^Name of the broadcast/).value).toBe("Theirs"),
  );
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { audiencesApi } from "#contract/audiences.ts";
import { type MessageTemplateRecord, type TemplatePreview, templatesApi } from "#contract/templates.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, instant, sampleId, templatePreview } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const shared = { onlyIf: null };
const email: MessageTemplateRecord = {
  id: sampleId(70),
  name: "battery",
  title: "Battery rebate",
  channel: "email",
  language: "en",
  subject: "Hi {{first_name|there}}",
  body: "One\n\nTwo",
  design: {
    preheader: "",
    footerNote: "",
    blocks: [
      { ...shared, id: "a", kind: "text", text: "One {{last_name}}" },
      { ...shared, id: "b", kind: "divider" },
      {
        ...shared,
        id: "c",
        kind: "columns",
        columns: [[{ ...shared, id: "d", kind: "text", text: "Two" }], []],
      },
    ],
  },
  approvedName: null,
  category: "marketing",
  version: 4,
  approval: null,
  draft: null,
  createdAt: instant,
  updatedAt: instant,
};
const sms: MessageTemplateRecord = {
  ...email,
  ...{ id: sampleId(71), channel: "sms", subject: null, design: null },
  body: "{{company_name}}: su batería está lista. ALTO",
};
const accented = `Sol: su batería está lista. ALTO ${"a".repeat(50)}`;

const preview = (more: Partial<TemplatePreview> = {}) =>
  answer(templatesApi.preview, ({ body }) => ({
    ...templatePreview(body.body ?? ""),
    ...(body.design ? { html: "<p>Drawn</p>", htmlBytes: 4000 } : {}),
    ...more,
  }));
const nobodyLacks = answer(audiencesApi.count, () => ({ total: 12, totalIs: "exact", isReadable: true }));
const unused = answer(templatesApi.uses, () => ({ uses: [], links: null }));
const list = (...templates: MessageTemplateRecord[]) => answer(templatesApi.list, () => templates);
const path = "/campaigns/templates/battery";

const blockNames = () =>
  within(screen.getByRole("list", { name: "Blocks" }))
    .getAllByRole("button", { name: /^Move / })
    .map((handle) => handle.getAttribute("aria-label"));

test("blocks are added, moved with the keys, duplicated and removed with an undo, and saved as JSON", async () => {
  const { api, click, fill, press } = await renderScreen(path, {
    answers: [
      list(email),
      unused,
      nobodyLacks,
      preview(),
      answer(templatesApi.update, ({ body: { endsDraft: _endsDraft, ...words } }) => ({
        ...email,
        ...words,
        ...{ title: "Battery rebate", version: 5, updatedAt: instant },
      })),
    ],
  });
  await screen.findByRole("list", { name: "Blocks" });
  expect(screen.getByRole("button", { name: "Use this version" }).hasAttribute("disabled")).toBe(true);
  await click(
    within(screen.getByRole("group", { name: "Add a block" })).getByRole("button", { name: "Button" }),
  );
  await fill(await screen.findByRole("textbox", { name: "Label" }), "Book");
  await fill(screen.getByRole("textbox", { name: "Link" }), "https://sol.example");
  screen.getByRole("button", { name: "Move Button, place 4" }).focus();
  await press("{Home}{ArrowDown}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Button, place 2");
  screen.getByText("Button is now 2 of 4");
  await click(screen.getByRole("button", { name: "Remove Line, place 3" }));
  expect(blockNames()).not.toContain("Move Line, place 3");
  await click(await screen.findByRole("button", { name: "Undo" }));
  expect(blockNames()).toContain("Move Line, place 3");
  await click(screen.getByRole("button", { name: "Use this version" }));
  await screen.findByText("Version 5 is saved and in use");
  const [saved] = api.callsOf(templatesApi.update);
  expect(saved?.body).toMatchObject({
    design: {
      blocks: [
        { kind: "text" },
        { kind: "button", label: "Book", href: "https://sol.example" },
        { kind: "divider" },
        { kind: "columns" },
      ],
    },
    updatedAt: instant,
  });
});

test("a column has blocks of its own, but no columns", async () => {
  const { click } = await renderScreen(path, { answers: [list(email), unused, nobodyLacks, preview()] });
  const column = within(await screen.findByRole("list", { name: "Blocks" }));
  const second = column.getByRole("group", { name: "Add a block to Column 2" });
  expect(within(second).queryByRole("button", { name: "Columns" })).toBeNull();
  await click(within(second).getByRole("button", { name: "Heading" }));
  column.getByRole("button", { name: "Move Heading in Column 2, place 1" });
});

test("checks stand beside the words and at their block", async () => {
  await renderScreen(path, {
    answers: [
      list(email),
      unused,
      nobodyLacks,
      preview({
        checks: [
          { code: "block_empty", at: "a" },
          { code: "link_not_secure", link: "http://a.example" },
        ],
      }),
    ],
  });
  const checks = within(await screen.findByRole("list", { name: "Checks" }));
  await checks.findByText("A block is empty");
  checks.getByText(/http:\/\/a\.example is not secure/);
  checks.getByText("4 KB of 102 KB");
  screen.getByText("1 to correct");
  screen.getByText("1 to look at");
  const [first] = within(screen.getByRole("list", { name: "Blocks" })).getAllByRole("listitem");
  within(first as HTMLElement).getByRole("alert");
});

test("each variable says what stands in for it and who lacks it", async () => {
  await renderScreen(path, { answers: [list(email), unused, nobodyLacks, preview()] });
  const table = within(await screen.findByRole("table"));
  const [, first, last] = table.getAllByRole("row");
  within(first as HTMLElement).getByText("“there”");
  within(last as HTMLElement).getByText("none: it stops");
  const link = await within(last as HTMLElement).findByRole("link", { name: "12 people without last_name" });
  expect(new URL(link.getAttribute("href") ?? "", location.origin).searchParams.get("where")).toBe(
    JSON.stringify({ not: { field: "last_name", op: "known" } }),
  );
});

test("an SMS shows its parts and price, and loses its accents at a press but not those of variables", async () => {
  const { click } = await renderScreen(`${path}?channel=sms`, {
    answers: [
      list({ ...sms, body: `{{first_name|Señora}} está aquí` }),
      unused,
      nobodyLacks,
      preview({ text: accented, price: 0.0166 }),
    ],
  });
  await screen.findByText(/í á are not in the SMS alphabet/);
  screen.getByText("2 SMS parts");
  screen.getByText("$0.0166 per person");
  await click(screen.getByRole("button", { name: "Spell it plain" }));
  expect((screen.getByRole("textbox", { name: /^Message/ }) as HTMLTextAreaElement).value).toBe(
    "{{first_name|Señora}} esta aqui",
  );
});

test("one that is in use says where and is not deleted", async () => {
  const { click } = await renderScreen(path, {
    answers: [
      list(email),
      nobodyLacks,
      preview(),
      answer(templatesApi.uses, () => ({
        uses: [{ id: sampleId(9), name: "Quote follow-up", kind: "rule", isActive: true }],
        links: { sent: 40, clicked: 10 },
      })),
      answer(templatesApi.remove, () =>
        refuse("in_use", {
          issues: [{ path: `rule.${sampleId(9)}`, message: "Quote follow-up" }],
        }),
      ),
    ],
  });
  const uses = within(await screen.findByRole("list", { name: "Where it is used" }));
  expect(uses.getByRole("link", { name: "Quote follow-up" }).getAttribute("href")).toBe(
    `/rules/${sampleId(9)}`,
  );
  await click(screen.getByRole("button", { name: "Delete Battery rebate" }));
  await click(within(dialog()).getByRole("button", { name: "Delete" }));
  await screen.findByText("“Battery rebate” is still used");
  within(dialog()).getByText("Quote follow-up");
});

test("a draft stands beside what messages say, until it is used", async () => {
  const draft = { subject: null, body: "{{company_name}}: new words. STOP", design: null };
  const saved = { ...draft, savedBy: "Carla Vega", savedAt: instant };
  const { api, click, fill } = await renderScreen(`${path}?channel=sms`, {
    answers: [
      list(sms),
      unused,
      nobodyLacks,
      preview(),
      answer(templatesApi.saveDraft, () => ({ ...sms, draft: saved })),
      answer(templatesApi.update, () => ({ ...sms, ...draft, version: 5 })),
    ],
  });
  const words = async () => (await screen.findByRole("textbox", { name: /^Message/ })) as HTMLTextAreaElement;
  await fill(await words(), draft.body);
  await click(screen.getByRole("button", { name: "Save draft" }));
  await screen.findByText(/^Draft by Carla Vega, .*Messages still say version 4/);
  expect(api.callsOf(templatesApi.saveDraft)[0]?.body).toMatchObject({ body: draft.body, savedAt: null });
  expect(api.callsOf(templatesApi.update)).toEqual([]);
  await click(screen.getByRole("button", { name: "Show version 4" }));
  expect((await words()).value).toBe(sms.body);
  expect((await words()).closest("fieldset")?.disabled).toBe(true);
  await click(screen.getByRole("button", { name: "Show the draft" }));
  expect((await words()).value).toBe(draft.body);
  await click(screen.getByRole("button", { name: "Use this version" }));
  await screen.findByText("Version 5, in use");
  expect(api.callsOf(templatesApi.update)[0]?.body).toMatchObject({ body: draft.body, endsDraft: true });
});

test("a whole address becomes a short link", async () => {
  const { click } = await renderScreen(`${path}?channel=sms`, {
    answers: [list({ ...sms, body: "Sol: https://sol.example/visit. STOP" }), unused, nobodyLacks, preview()],
  });
  await screen.findByText(/^The link takes 25 characters/);
  await click(screen.getByRole("button", { name: "Use short links" }));
  const words = screen.getByRole("textbox", { name: /^Message/ }) as HTMLTextAreaElement;
  expect(words.value).toBe("Sol: {{short_link|https://sol.example/visit}}. STOP");
  expect(screen.queryByText(/^The link takes/)).toBeNull();
});

test.each([
  ["en", "Appointment reminder"],
  ["es", "Recordatorio de cita"],
] as const)("a shipped template has its title in the reader's language, here %s", async (language, title) => {
  const shipped = { ...sms, name: "appointment_reminder", title: "Appointment reminder" };
  await renderScreen("/campaigns/templates/appointment_reminder", {
    answers: [list(shipped), unused, nobodyLacks, preview()],
    language,
  });
  expect(await screen.findByDisplayValue(title)).toBeTruthy();
});

test("an earlier version is restored", async () => {
  const version = { version: 3, subject: null, body: "Old", design: null, savedBy: null, createdAt: instant };
  const { click } = await renderScreen(path, {
    answers: [
      list(email),
      unused,
      nobodyLacks,
      preview(),
      answer(templatesApi.versions, () => ({ versions: [{ ...version, version: 4, body: "New" }, version] })),
      answer(templatesApi.restore, () => ({ ...email, body: "Old", design: null, version: 5 })),
    ],
  });
  await click(await screen.findByRole("button", { name: "Versions" }));
  await click(await screen.findByRole("button", { name: /Restore version 3/ }));
  await click(within(dialog()).getByRole("button", { name: /Restore/ }));
  await waitFor(() => expect(screen.getByText("Version 5, in use")).toBeTruthy());
});

test("a language without words begins with those of the other one", async () => {
  const { api, click } = await renderScreen(`${path}?channel=email&language=es`, {
    answers: [
      list(email),
      nobodyLacks,
      unused,
      preview(),
      answer(templatesApi.create, ({ body }) => ({ ...email, ...body, title: "Battery rebate", version: 1 })),
    ],
  });
  await click(await screen.findByRole("button", { name: "Start with the words in English" }));
  await click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.callsOf(templatesApi.create)).toHaveLength(1));
  expect(api.callsOf(templatesApi.create)[0]?.body).toMatchObject({
    ...{ name: "battery", language: "es", subject: email.subject },
    design: { blocks: [{ id: "a" }, { id: "b" }, { id: "c" }] },
  });
});

test("a plain e-mail becomes blocks, and a viewer changes nothing", async () => {
  const { click } = await renderScreen(path, {
    answers: [list({ ...email, design: null, body: "Hello\n\n—\nFooter" }), unused, nobodyLacks, preview()],
  });
  await click(await screen.findByRole("button", { name: "Use blocks" }));
  const blocks = within(await screen.findByRole("list", { name: "Blocks" }));
  expect((blocks.getByRole("textbox", { name: "Text" }) as HTMLTextAreaElement).value).toBe("Hello");
});

test("a viewer reads and changes nothing", async () => {
  const viewer = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen(path, { answers: [list(email), unused, nobodyLacks], user: viewer });
  await screen.findByRole("list", { name: "Blocks" });
  expect(screen.queryByRole("button", { name: "Use this version" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
  expect(screen.getByRole("button", { name: "Move Text, place 1" }).closest("fieldset")?.disabled).toBe(true);
});

test("a new template gets a name of its own and is written in Spanish, too", async () => {
  const { click, fill } = await renderScreen("/campaigns?tab=templates", {
    answers: [list(email), unused, nobodyLacks, preview()],
    language: "es",
  });
  await click((await screen.findAllByRole("button", { name: "Agregar plantilla" }))[0] as Element);
  await fill(screen.getByRole("textbox", { name: /Nombre de la plantilla/ }), "Battery");
  await click(screen.getByRole("button", { name: "Escribirla" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns/templates/battery_2"));
  await screen.findByRole("list", { name: "Bloques" });
});

test("a rejected WhatsApp template says why, and its changed words are submitted again", async () => {
  const rejected: MessageTemplateRecord = {
    ...{ ...sms, channel: "whatsapp", body: "New words" },
    approval: { state: "rejected", reason: "INVALID_FORMAT", body: "Old words" },
  };
  const { api, click, fill } = await renderScreen(`${path}?channel=whatsapp`, {
    answers: [
      list(rejected),
      unused,
      preview(),
      answer(templatesApi.submit, () => ({
        ...rejected,
        ...{ updatedAt: "2026-03-02T12:00:01Z" },
        approval: { state: "pending", reason: null, body: "New words" },
      })),
    ],
  });
  await screen.findByText(/WhatsApp's reason: INVALID_FORMAT/);
  const submit = screen.getByRole("button", { name: "Submit the changed words" });
  await fill(screen.getByRole("textbox", { name: /^Message/ }), "Newer words");
  expect(submit.hasAttribute("disabled")).toBe(true);
  await fill(screen.getByRole("textbox", { name: /^Message/ }), "New words");
  await click(submit);
  await screen.findByText("Under review");
  expect(api.callsOf(templatesApi.submit)).toHaveLength(1);
});

test("a translation by a model is a draft that is saved only once somebody has read it", async () => {
  const { api, click } = await renderScreen(`${path}?channel=email&language=es`, {
    answers: [
      list(email),
      nobodyLacks,
      preview(),
      answer(templatesApi.assist, ({ body }) => ({
        texts: body.texts.map((text) => `ES ${text}`),
        ...{ reason: null, vendor: "Claude", isSimulated: true },
      })),
    ],
  });
  await click(await screen.findByRole("button", { name: "Write with AI" }));
  await click(await screen.findByRole("menuitem", { name: "Translate from English" }));
  await screen.findByText(/Read them before they can be saved/);
  expect(api.callsOf(templatesApi.assist)[0]?.body).toEqual({
    ...{ task: "translate", language: "es" },
    texts: ["Hi {{first_name|there}}", "One {{last_name}}", "Two"],
  });
  const blocks = within(screen.getByRole("list", { name: "Blocks" }));
  expect((blocks.getAllByRole("textbox", { name: "Text" })[0] as HTMLTextAreaElement).value).toBe(
    "ES One {{last_name}}",
  );
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  await click(screen.getByRole("button", { name: "I have read them" }));
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(false);
});

test("what a model changed a fact of is not used, with the reason", async () => {
  const { click } = await renderScreen(path, {
    answers: [
      list(email),
      unused,
      nobodyLacks,
      preview(),
      answer(templatesApi.assist, () => ({
        ...{ texts: null, reason: "number_changed", vendor: "Claude", isSimulated: true },
      })),
    ],
  });
  await click(await screen.findByRole("button", { name: "Write with AI" }));
  await click(await screen.findByRole("menuitem", { name: "Shorten" }));
  await screen.findByText("The words were not changed");
  expect(screen.queryByText(/Read them before/)).toBeNull();
});

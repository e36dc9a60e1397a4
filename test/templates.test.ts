import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keptVersionDays, unusedPictureDays } from "#domain/messages/template-retention.ts";
import { openDatabase } from "#server/db/database.ts";
import { sweepTemplates } from "#server/housekeeping/sweep-templates.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { timezone } = findContactableNumbers(Date.now());

/** A PNG with a size in its header; the picture itself may be anything. */
const png = (width: number, height: number, more = Buffer.alloc(0)): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1))),
    more,
  ]);
};
const upload = (content: Buffer) =>
  faro.send("POST", "/api/templates/images", { contentBase64: content.toString("base64") });

const block = (kind: string, more: object) => ({
  id: `b${Math.random().toString(36).slice(2, 9)}`,
  kind,
  ...more,
});
const text = (words: string, more: object = {}) => block("text", { text: words, ...more });
const designed = (name: string, blocks: object[], more: object = {}) => ({
  ...{ name, channel: "email", language: "en", subject: "Hi {{first_name}}" },
  design: { blocks, ...more },
});
const create = (body: object) => faro.send("POST", "/api/templates", body);
const update = (id: string, body: object) => faro.send("PUT", `/api/templates/${id}`, body);

describe("a designed e-mail", () => {
  test("reaches the mailbox as it is drawn, with its picture, plain text and footer", async () => {
    const { body: image } = await upload(png(300, 200));
    const made = await create(
      designed(
        "designed",
        [
          block("heading", { text: "Hello {{first_name}}" }),
          block("image", { imageId: image.id, width: 300, height: 200, alt: "A roof" }),
          block("columns", { columns: [[text("Left **bold**")], [text("Right")]] }),
          text("Only with a last name", { onlyIf: "last_name" }),
          block("button", { label: "Book", href: "https://sol.example/{{first_name}}" }),
        ],
        { footerNote: "Because you asked" },
      ),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body).toMatchObject({ title: "Designed", version: 1 });
    expect(made.body.body).toBe(
      "Hello {{first_name}}\n\n[A roof]\n\nLeft bold\n\nRight\n\nOnly with a last name\n\nBook: https://sol.example/{{first_name}}\n\nBecause you asked",
    );
    const person = await faro.send("POST", "/api/people", {
      ...{ firstName: "<b>Ana</b>", email: "ana@example.com", timezone },
      consents: { email: true },
    });
    await faro.pool.query("UPDATE people SET language = 'en' WHERE id = $1", [person.body.id]);
    const sent = await faro.send("POST", `/api/people/${person.body.id}/messages`, {
      ...{ channel: "email", template: "designed", purpose: "marketing" },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const mailbox = `${faro.sandboxUrl}/sandbox/api/phone`;
    const entries = async () =>
      (await (await fetch(`${mailbox}/conversations/ana@example.com`)).json()).entries as {
        id: string;
        text: string;
        subject: string;
      }[];
    await expect.poll(async () => (await entries()).length, { timeout: 180_000 }).toBe(1);
    const [mail] = await entries();
    expect(mail?.subject).toBe("Hi <b>Ana</b>");
    expect(mail?.text).toContain("Hello <b>Ana</b>\n\n[A roof]\n\nLeft bold\n\nRight\n\nBook:");
    expect(mail?.text).not.toContain("Only with");
    expect(mail?.text).toContain("To stop receiving these emails:");
    const shown = await fetch(`${mailbox}/mails/${mail?.id}/html`);
    expect(shown.headers.get("content-security-policy")).toContain("sandbox;");
    const html = await shown.text();
    expect(html).toContain("Hello &lt;b&gt;Ana&lt;/b&gt;");
    expect(html).toContain("https://sol.example/%3Cb%3EAna%3C%2Fb%3E");
    expect(html).toMatch(/>Unsubscribe<\/a>/);
    const source = /src="(\/images\/[^"]+)"/.exec(html)?.[1];
    const picture = await fetch(`${faro.url}${source}`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect((await fetch(`${faro.url}${source?.slice(0, -2)}xx`)).status).toBe(404);
  });

  test.each([
    ["a picture without words", [block("image", { imageId: null, alt: "" })], "image_without_words"],
    [
      "a picture that is not there",
      [block("image", { imageId: "7b0d9a52-0000-4000-8000-000000000001", alt: "A" })],
      "image_missing",
    ],
    [
      "a script as an address",
      [block("button", { label: "Go", href: "javascript:alert(1)" })],
      "link_broken",
    ],
    ["an unknown variable", [text("{{nobody}}")], "unknown_variable"],
    ["a broken variable", [text("{{first_name")], "broken_variable"],
    ["a variable in a variable", [text("{{first_name|{{last_name}}}}")], "broken_variable"],
    ["an unknown condition", [text("a", { onlyIf: "nobody" })], "condition_unknown"],
    ["nothing", [text(" ")], "block_empty"],
    ["more than 102 KB", Array.from({ length: 25 }, () => text("a ".repeat(2400))), "email_too_large"],
  ])("is refused with %s", async (_name, blocks, message) => {
    const refused = await create(designed("refused", blocks));
    expect(refused.status).toBe(400);
    expect(refused.body.issues.map((issue: { message: string }) => issue.message)).toContain(message);
  });

  test.each([
    ["columns in columns", [block("columns", { columns: [[block("columns", { columns: [[], []] })], []] })]],
    ["HTML", [block("html", { html: "<script>alert(1)</script>" })]],
    ["unknown fields", [text("a", { onclick: "alert(1)" })]],
    ["no block", []],
  ])("is refused with %s", async (_name, blocks) => {
    expect((await create(designed("refused", blocks))).status).toBe(400);
  });

  test("keeps markup in every block and value as text, in the preview too", async () => {
    const hostile = `</td><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const { body } = await faro.send("POST", "/api/templates/preview", {
      ...{ channel: "email", subject: hostile },
      design: {
        preheader: hostile,
        footerNote: hostile,
        blocks: [
          text(hostile),
          block("heading", { text: hostile }),
          block("button", { label: hostile, href: hostile }),
          block("list", { items: [hostile] }),
          block("image", { imageId: null, alt: hostile }),
          block("social", { links: [{ network: "x", href: `javascript:${hostile}` }] }),
          block("columns", { columns: [[text(hostile)], [text(hostile)]] }),
        ],
      },
    });
    expect(body.html).not.toMatch(/<script|<img src=x|javascript:/);
    expect(body.checks.map(({ code }: { code: string }) => code)).toContain("link_broken");
  });
});

describe("a picture", () => {
  test.each([
    [
      "an SVG with a script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      400,
    ],
    ["an HTML page", Buffer.from("<html>"), 400],
    ["a program", Buffer.from("MZ\u0090\u0000"), 400],
    ["a PNG that is cut off", png(10, 10).subarray(0, 20), 400],
    ["a PNG that is too wide", png(1201, 10), 400],
    ["a PNG without size", png(0, 0), 400],
    ["a PNG of more than 1 MB", png(10, 10, Buffer.alloc(1_048_576)), 413],
    ["20 MB", png(10, 10, Buffer.alloc(20 * 1_048_576)), 413],
  ])("is refused when it is %s", async (_name, content, status) => {
    expect((await upload(content)).status).toBe(status);
  });

  test("is stored once", async () => {
    const first = await upload(png(7, 9));
    const second = await upload(png(7, 9));
    expect(first.body).toMatchObject({ width: 7, height: 9 });
    expect(second.body.id).toBe(first.body.id);
  });
});

describe("versions", () => {
  test("are kept with their authors and can be restored", async () => {
    const { body: made } = await create(designed("versioned", [text("One")]));
    const second = await update(made.id, { design: { blocks: [text("Two")] }, updatedAt: made.updatedAt });
    expect(second.body).toMatchObject({ version: 2, body: "Two" });
    const renamed = await update(made.id, { title: "A better name" });
    expect(renamed.body).toMatchObject({ version: 2, title: "A better name" });
    const listed = await faro.send("GET", `/api/templates/${made.id}/versions`);
    expect(
      listed.body.versions.map(({ version, body }: { version: number; body: string }) => [version, body]),
    ).toEqual([
      [2, "Two"],
      [1, "One"],
    ]);
    const restored = await faro.send("POST", `/api/templates/${made.id}/versions/1/restore`);
    expect(restored.body).toMatchObject({ version: 3, body: "One", title: "A better name" });
    expect((await faro.send("POST", `/api/templates/${made.id}/versions/9/restore`)).status).toBe(404);
  });

  test("a plain body that a program sends alone replaces the design", async () => {
    const { body: made } = await create(designed("plain", [text("Drawn")]));
    const { body } = await update(made.id, { body: "Plain" });
    expect(body).toMatchObject({ body: "Plain", design: null, version: 2 });
  });

  test("a title is the same for all channels and languages of a name", async () => {
    const sms = { name: "titled", channel: "sms", language: "en", body: "Hi" };
    await create({ ...sms, title: "First title" });
    const { body: spanish } = await create({ ...sms, language: "es" });
    expect(spanish.title).toBe("First title");
    await update(spanish.id, { title: "Second title" });
    const { body: list } = await faro.send("GET", "/api/templates");
    const titles = list.flatMap(({ name, title }: { name: string; title: string }) =>
      name === "titled" ? [title] : [],
    );
    expect(titles).toEqual(["Second title", "Second title"]);
  });
});

test("a template in use says where and is not deleted; the last language of a name counts", async () => {
  const sms = { name: "needed", channel: "sms", body: "Hi" };
  const { body: english } = await create({ ...sms, language: "en" });
  const { body: spanish } = await create({ ...sms, language: "es" });
  const rule = await faro.send("POST", "/api/rules", {
    name: "Greet",
    enabled: false,
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Needed" }],
  });
  expect(rule.status, JSON.stringify(rule.body)).toBe(200);
  const { body } = await faro.send("GET", `/api/templates/${english.id}/uses`);
  expect(body.uses).toEqual([{ id: rule.body.id, name: "Greet", kind: "rule", isActive: false }]);
  expect((await faro.send("DELETE", `/api/templates/${spanish.id}`)).status).toBe(200);
  const refused = await faro.send("DELETE", `/api/templates/${english.id}`);
  expect(refused.body).toMatchObject({
    code: "in_use",
    issues: [{ path: `rule.${rule.body.id}`, message: "Greet" }],
  });
  await faro.send("DELETE", `/api/rules/${rule.body.id}`);
  expect((await faro.send("DELETE", `/api/templates/${english.id}`)).status).toBe(200);
});

test("a test goes to the user's own address, with samples", async () => {
  const sent = await faro.send("POST", "/api/templates/test-send", {
    ...{ subject: "Hi {{first_name}}", language: "es" },
    design: { blocks: [text("Hello {{first_name}}")] },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const address = encodeURIComponent(sent.body.to);
  const { entries } = await (
    await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${address}`)
  ).json();
  expect(entries).toMatchObject([
    { subject: "Prueba: Hi Maria Isabel", text: expect.stringContaining("Hello Maria Isabel") },
  ]);
});

test("an SMS preview says segments, price and what accents cost", async () => {
  const { body } = await faro.send("POST", "/api/templates/preview", {
    ...{ channel: "sms", subject: null },
    body: `{{company_name}}: su batería está lista. ALTO para no recibir más. ${"a".repeat(60)}`,
  });
  expect(body.segments).toBe(2);
  expect(body.price).toBeGreaterThan(0);
  expect(body.checks).toEqual([expect.objectContaining({ code: "accents_cost", segments: 2, plain: 1 })]);
});

describe("a WhatsApp template", () => {
  const whatsapp = (name: string, body: string) =>
    create({ name, channel: "whatsapp", language: "es", body });
  const submit = (id: string) => faro.send("POST", `/api/templates/${id}/submit`);
  const stored = async (id: string) =>
    (await faro.send("GET", "/api/templates")).body.find((one: { id: string }) => one.id === id);
  const decided = async (id: string) => {
    await expect
      .poll(async () => (await stored(id)).approval.state, { timeout: 180_000 })
      .not.toBe("pending");
    return stored(id);
  };
  const good =
    "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Responda ALTO para no recibir más.";

  test("is submitted with numbered variables and used once it is approved", async () => {
    const { body: made } = await whatsapp("cita_nueva", good);
    const sent = await submit(made.id);
    expect(sent.body.approval).toMatchObject({ body: good });
    expect(await decided(made.id)).toMatchObject({
      approvedName: "cita_nueva",
      approval: { state: "approved" },
    });
    const submission = (await faro.arrived("whatsapp")).find(({ path }) =>
      path.endsWith("/message_templates"),
    );
    expect(submission?.body).toMatchObject({
      ...{ name: "cita_nueva", language: "es", category: "MARKETING" },
      components: [
        {
          text: "Hola {{1}}, le escribe {{2}}. Responda ALTO para no recibir más.",
          example: { body_text: [["Maria Isabel", "Sol del Este Energy"]] },
        },
      ],
    });
    const { rows } = await faro.pool.query(
      "SELECT details ->> 'kind' AS kind FROM audit_logs WHERE entity_id = $1 ORDER BY seq",
      [made.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["template", "template_submitted", "template_reviewed"]);
  });

  test("that was approved keeps its words at WhatsApp until the changed ones are approved", async () => {
    const { body: made } = await whatsapp("cita_cambiada", good);
    await submit(made.id);
    await decided(made.id);
    const changed = good.replace("Hola", "Buenas");
    const { body: after } = await update(made.id, { body: changed });
    expect(after).toMatchObject({
      approvedName: "cita_cambiada",
      approval: { state: "approved", body: good },
    });
    expect((await submit(made.id)).body.approval.body).toBe(changed);
    expect(await decided(made.id)).toMatchObject({
      ...{ approvedName: "cita_cambiada", approval: { state: "approved", body: changed } },
    });
  });

  test.each([
    ["gane_hoy", "Gane dinero hoy con {{company_name}}. Responda ALTO.", "SCAM"],
    ["al_borde", "{{first_name|Hola}}, le escribe {{company_name}}. Responda ALTO.", "INVALID_FORMAT"],
  ])("%s is rejected with the vendor's reason, and is not used", async (name, body, reason) => {
    const { body: made } = await whatsapp(name, body);
    await submit(made.id);
    expect(await decided(made.id)).toMatchObject({
      approvedName: null,
      approval: { state: "rejected", reason },
    });
  });

  test("is not submitted while the vendor is down, and one of another channel never", async () => {
    const { body: made } = await whatsapp("sin_linea", good);
    await faro.control("whatsapp", "down");
    const refused = await submit(made.id);
    await faro.control("whatsapp", "ok");
    expect(refused.body.code).toBe("vendor_failed");
    expect((await stored(made.id)).approval).toBeNull();
    const { body: sms } = await create({ name: "un_sms", channel: "sms", language: "es", body: "Hola" });
    expect((await submit(sms.id)).body.code).toBe("vendor_failed");
  });

  test("a report about a name that was not submitted here changes nothing", async () => {
    const { body: made } = await create({
      ...{ name: "ajena", channel: "whatsapp", language: "es", body: good, approvedName: "ajena" },
    });
    const value = {
      ...{ event: "REJECTED", message_template_id: 5, reason: "SCAM" },
      ...{ message_template_name: "ajena", message_template_language: "es" },
    };
    const change = { field: "message_template_status_update", value };
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [change] }],
    });
    const answer = await fetch(`${faro.url}/hooks/vendors/whatsapp-meta`, {
      ...{ method: "POST", body },
      headers: { "content-type": "application/json", "x-hub-signature-256": "sha256=00" },
    });
    expect(answer.status).toBe(401);
    expect((await stored(made.id)).approvedName).toBe("ajena");
  });
});

describe("words by a model", () => {
  const assist = (body: object) => faro.send("POST", "/api/templates/assist", { language: "es", ...body });
  const everyModelIs = async (brain: string) => {
    for (const vendor of ["openai", "deepseek", "gemini", "grok", "anthropic"])
      await fetch(`${faro.sandboxUrl}/_control`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ vendor, brain }),
      });
  };

  test("keep figures, links and variables, or are refused", async () => {
    const text = "Hello there, it costs $25 for {{first_name}}. See https://sol.example/visit";
    const shorter = await assist({ task: "shorten", texts: [text, "Book now for $25"] });
    expect(shorter.body).toMatchObject({ reason: null, isSimulated: true });
    expect(shorter.body.texts).toHaveLength(2);
    expect(shorter.body.texts[0]).toContain("https://sol.example/visit");
    expect(shorter.body.texts[0]).toContain("{{first_name}}");
    // The simulated model leaves out the greeting.
    const greeting = await assist({ task: "shorten", texts: ["Hi {{first_name}}, welcome back."] });
    expect(greeting.body).toMatchObject({ texts: null, reason: "variable_changed" });
    await everyModelIs("liar");
    expect((await assist({ task: "draft", texts: [text] })).body).toMatchObject({
      texts: null,
      reason: "link_changed",
    });
    await everyModelIs("helpful");
  });
});

describe("a draft", () => {
  const words = { subject: null, design: null };
  const sms = (name: string) => ({
    name,
    channel: "sms",
    language: "en",
    body: "{{company_name}}: first. STOP",
  });

  test("changes nothing that is sent, until it is used", async () => {
    const { body: made } = await create(sms("drafted"));
    const path = `/api/templates/${made.id}/draft`;
    // It may be unfinished: what is wrong with it is refused where it is used.
    const unfinished = { ...words, body: "{{company_name}}: {{nobody}} {{first_name" };
    expect(await faro.send("PUT", path, { ...unfinished, savedAt: null })).toMatchObject({
      status: 200,
      body: { version: 1, body: made.body, updatedAt: made.updatedAt, draft: { body: unfinished.body } },
    });
    const person = await faro.send("POST", "/api/people", {
      ...{ firstName: "Ana", email: "draft@example.com", timezone, consents: { sms: true } },
    });
    const texts = await faro.send("GET", `/api/people/${person.body.id}/templates?channel=sms`);
    const shown = texts.body.texts.find(({ name }: { name: string }) => name === "drafted");
    expect(shown.text).toContain("first");
    // Somebody else has saved one meanwhile.
    expect((await faro.send("PUT", path, { ...words, body: "other", savedAt: null })).status).toBe(409);
    const { body: later } = await faro.send("PUT", path, {
      ...words,
      body: "{{company_name}}: second. STOP",
    });
    expect(later.draft).toMatchObject({
      body: "{{company_name}}: second. STOP",
      savedBy: expect.any(String),
    });
    expect((await update(made.id, { ...unfinished, endsDraft: true })).status).toBe(400);
    const used = await update(made.id, {
      body: later.draft.body,
      endsDraft: true,
      updatedAt: made.updatedAt,
    });
    expect(used.body).toMatchObject({ version: 2, body: later.draft.body, draft: null });
    const { rows } = await faro.pool.query(
      "SELECT details ->> 'kind' AS kind FROM audit_logs WHERE entity_id = $1 ORDER BY seq",
      [made.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      "template",
      "template_draft",
      "template_draft",
      "template",
    ]);
  });

  test("stays beside words that a program or a restored version changes, and is discarded alone", async () => {
    const { body: made } = await create(sms("kept_draft"));
    const path = `/api/templates/${made.id}/draft`;
    await faro.send("PUT", path, { ...words, body: "a draft" });
    expect((await update(made.id, { body: "{{company_name}}: by a program. STOP" })).body).toMatchObject({
      ...{ version: 2, draft: { body: "a draft" } },
    });
    const restored = await faro.send("POST", `/api/templates/${made.id}/versions/1/restore`);
    expect(restored.body).toMatchObject({ version: 3, body: made.body, draft: { body: "a draft" } });
    expect((await faro.send("DELETE", path)).body).toMatchObject({ version: 3, draft: null });
    expect((await faro.send("DELETE", path)).status).toBe(200);
    const missing = `/api/templates/7b0d9a52-0000-4000-8000-000000000001/draft`;
    expect((await faro.send("DELETE", missing)).status).toBe(404);
  });
});

describe("what is not needed any more", () => {
  const sweep = async () => {
    const database = openDatabase(faro.connection, () => {});
    const write = createWrite(database.db, { insert: async () => {} });
    await sweepTemplates.run([{}], { write } as JobContext);
    await database.close();
  };
  const age = (table: string, column: string, id: string) =>
    faro.pool.query(
      `UPDATE ${table} SET ${column} = ${column} - make_interval(days => ${Math.max(keptVersionDays, unusedPictureDays)}) - interval '1 minute' WHERE ${table === "template_images" ? "id" : "template_id"} = $1`,
      [id],
    );
  const pictures = async (ids: string[]) =>
    (await faro.pool.query("SELECT id FROM template_images WHERE id = ANY($1)", [ids])).rows.map(
      ({ id }) => id,
    );

  test("old versions are deleted, but not the newest and the one in use", async () => {
    const { body: made } = await create({
      ...{ name: "old_versions", channel: "sms", language: "en", body: "{{company_name}}: 1. STOP" },
    });
    for (let number = 2; number <= 8; number++)
      await update(made.id, { body: `{{company_name}}: ${number}. STOP` });
    const versions = async () =>
      (await faro.send("GET", `/api/templates/${made.id}/versions`)).body.versions.map(
        ({ version }: { version: number }) => version,
      );
    await sweep();
    expect(await versions()).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    await age("template_versions", "created_at", made.id);
    await sweep();
    expect(await versions()).toEqual([8, 7, 6, 5, 4]);
  });

  test("a picture is deleted a year after the last template, draft and version that named it", async () => {
    const ids: string[] = [];
    for (const width of [11, 12, 13, 14]) ids.push((await upload(png(width, 10))).body.id);
    const [used = "", drafted = "", unused = "", again = ""] = ids;
    const picture = (imageId: string) => block("image", { imageId, width: 10, height: 10, alt: "A roof" });
    const { body: made } = await create(designed("pictured", [picture(used)]));
    const { body: other } = await create(designed("pictured_draft", [text("No picture")]));
    await faro.send("PUT", `/api/templates/${other.id}/draft`, {
      ...{ subject: "Hi", body: "", design: { blocks: [picture(drafted)] } },
    });
    await sweep();
    for (const id of ids) await age("template_images", "unused_since", id);
    // One of them is used again before the next night.
    await update(other.id, { design: { blocks: [picture(again)] } });
    await sweep();
    expect((await pictures(ids)).toSorted()).toEqual([used, drafted, again].toSorted());
    expect((await create(designed("gone_picture", [picture(unused)]))).status).toBe(400);
    // An earlier version still names it.
    await update(made.id, { design: { blocks: [text("Without")] } });
    await sweep();
    await age("template_images", "unused_since", used);
    await sweep();
    expect(await pictures([used])).toEqual([used]);
    await faro.send("DELETE", `/api/templates/${made.id}`);
    await sweep();
    expect(await pictures([used])).toEqual([used]);
    await age("template_images", "unused_since", used);
    await sweep();
    expect(await pictures([used])).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let luz: Colleague;
let omar: Colleague;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  luz = await addColleague(faro, "Luz");
  omar = await addColleague(faro, "Omar");
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
let count = 0;
type Ana = { id: string; phone: string; email: string };
const person = async (more: object = {}): Promise<Ana> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    firstName: "Ana",
    email: `ana${n}@example.com`,
    phone: phone(n),
    timezone,
    consents: { sms: true, email: true, whatsapp: true },
    ...more,
  });
  return body;
};
const now = () => new Date().toISOString();
const thread = async (who: Ana) => (await luz.send("GET", `/api/inbox/${who.id}`)).body;
/** At once, unless a time is given. */
const say = (by: Colleague, to: Ana, body: object) =>
  by.send("POST", `/api/inbox/${to.id}/messages`, {
    channel: "sms",
    seenUpTo: null,
    sendAt: now(),
    ...body,
  });
const action = async (id: string) =>
  (
    await faro.pool.query("SELECT status, reasons, sent_by, config, not_before FROM actions WHERE id = $1", [
      id,
    ])
  ).rows[0];
const isLeft = (id: string, status: unknown = expect.stringMatching(/^(sent|delivered|read)$/)) =>
  expect.poll(async () => (await action(id)).status, { timeout: 180_000 }).toEqual(status);
type PhoneEntry = {
  text: string;
  channel: string;
  arrived: boolean;
  files: { id: string; filename: string; contentType: string; size: number }[];
};
const phoneOf = async (address: string) =>
  (
    (await (
      await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}`)
    ).json()) as { entries: PhoneEntry[] }
  ).entries.filter(({ arrived }) => arrived);
const fileOnPhone = async (id: string) =>
  Buffer.from(await (await fetch(`${faro.sandboxUrl}/sandbox/api/phone/files/${id}`)).arrayBuffer());
const answer = async (from: Ana, text: string, channel = "sms") => {
  const before = await inboundCount(from);
  await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(from.phone)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel, text }),
  });
  await expect.poll(() => inboundCount(from), { timeout: 180_000 }).toBeGreaterThan(before);
};
const inboundCount = async ({ id }: Ana) =>
  (await faro.pool.query("SELECT 1 FROM messages WHERE person_id = $1 AND direction = 'in'", [id])).rows
    .length;

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from("a picture \u0000 of a roof", "latin1"),
]);
const pdf = Buffer.from("%PDF-1.7 the offer");
const upload = (to: Ana, filename: string, content: Buffer, contentType = "application/octet-stream") =>
  luz.send("POST", `/api/inbox/${to.id}/files`, {
    filename,
    contentType,
    contentBase64: content.toString("base64"),
  });

describe("a message by hand", () => {
  test("leaves at its time, and gives the conversation to its writer", async () => {
    const ana = await person();
    const { status, body } = await say(luz, ana, { text: "Hi {{first_name}}, this is Luz" });
    expect([status, body]).toMatchObject([200, { channel: "sms", personId: ana.id }]);
    await isLeft(body.id);
    expect(await phoneOf(ana.phone)).toMatchObject([{ text: "Hi Ana, this is Luz" }]);
    expect(await action(body.id)).toMatchObject({ sent_by: luz.id });
    await expect
      .poll(async () => (await thread(ana)).thread.lastText, { timeout: 180_000 })
      .toBe("Hi Ana, this is Luz");
    expect((await thread(ana)).thread).toMatchObject({
      owner: { id: luz.id },
      takenBy: { id: luz.id },
      waitingSince: null,
    });
  });

  test("can be taken back for 8 seconds, and then is a draft again", async () => {
    const ana = await person();
    await luz.send("PUT", `/api/inbox/${ana.id}/draft`, { text: "Sorry" });
    const before = Date.now();
    const { body } = await say(luz, ana, { text: "Sorry, wrong", sendAt: undefined });
    const undoMs = Date.parse(body.undoUntil) - before;
    expect(undoMs).toBeGreaterThan(7000);
    expect(undoMs).toBeLessThan(60_000);
    expect(await thread(ana)).toMatchObject({ thread: { owner: { id: luz.id } }, draft: null });
    const { items } = (await luz.send("GET", `/api/inbox/${ana.id}/items`)).body;
    expect(items.at(-1)).toMatchObject({
      kind: "outbound",
      undoUntil: body.undoUntil,
      sentBy: { id: luz.id },
    });
    expect((await luz.send("POST", `/api/actions/${body.id}/cancel`)).status).toBe(200);
    expect(await thread(ana)).toMatchObject({
      thread: { owner: null, takenUntil: null },
      draft: { text: "Sorry, wrong", channel: "sms" },
    });
    expect((await action(body.id)).status).toBe("cancelled");
    expect((await luz.send("POST", `/api/actions/${body.id}/cancel`)).status).toBe(409);
    expect(await phoneOf(ana.phone)).toEqual([]);
  });

  test("that is repeated because its response was lost is sent once", async () => {
    const ana = await person();
    const id = randomUUID();
    const both = await Promise.all([
      say(luz, ana, { id, text: "Once", sendAt: undefined }),
      say(luz, ana, { id, text: "Once", sendAt: undefined }),
    ]);
    const again = await say(luz, ana, { id, text: "Once", sendAt: undefined });
    expect([...both, again].map(({ status, body }) => [status, body.id])).toEqual([
      [200, id],
      [200, id],
      [200, id],
    ]);
    const { rows } = await faro.pool.query("SELECT id FROM actions WHERE person_id = $1", [ana.id]);
    expect(rows).toEqual([{ id }]);
    // An id of another writer or person tells nothing about its message.
    expect((await say(omar, ana, { id, text: "Once", anyway: true })).status).toBe(409);
    expect((await say(luz, await person(), { id, text: "Once" })).status).toBe(409);
  });

  test("that is taken back leaves the conversation to a writer who wrote another", async () => {
    const ana = await person();
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const { body: later } = await say(luz, ana, { text: "For later", sendAt: inAnHour });
    const { body: sent } = await say(luz, ana, { text: "For now" });
    await isLeft(sent.id);
    await luz.send("POST", `/api/actions/${later.id}/cancel`);
    expect((await thread(ana)).thread).toMatchObject({ owner: { id: luz.id }, takenBy: { id: luz.id } });
  });

  test("that is taken back leaves what was changed since", async () => {
    const ana = await person();
    const { body } = await say(luz, ana, { text: "Wait", sendAt: undefined });
    await luz.send("POST", `/api/inbox/${ana.id}/change`, { kind: "assign", ownerId: omar.id });
    await luz.send("POST", `/api/actions/${body.id}/cancel`);
    expect((await thread(ana)).thread).toMatchObject({ owner: { id: omar.id }, takenUntil: null });
  });

  test("waits for its time, and is dropped if the person answers first", async () => {
    const ana = await person();
    await faro.pool.query("UPDATE people SET language = 'en' WHERE id = $1", [ana.id]);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const later = { text: "Any news?", sendAt: inAnHour, unlessAnswered: true };
    const { body } = await say(luz, ana, later);
    expect(body).toMatchObject({ status: "pending", notBefore: inAnHour, undoUntil: inAnHour });
    const { items } = (await luz.send("GET", `/api/inbox/${ana.id}/items`)).body;
    expect(items.at(-1)).toMatchObject({ kind: "outbound", sendAt: inAnHour, unlessAnswered: true });
    const { body: kept } = await say(luz, ana, { text: "Whatever you say", sendAt: inAnHour });
    await answer(ana, "Yes, I want it");
    // With the answer, not when it is due.
    const dropped = await action(body.id);
    expect(dropped).toMatchObject({ status: "cancelled", not_before: null });
    expect(dropped.reasons).toMatchObject([{ code: "replied_meanwhile" }]);
    expect((await action(kept.id)).status).toBe("pending");
    const { items: after } = (await luz.send("GET", `/api/inbox/${ana.id}/items`)).body;
    expect(after.find(({ id }: { id: string }) => id === body.id)).toMatchObject({
      sendAt: null,
      delivery: { status: "cancelled", reasons: [{ code: "replied_meanwhile" }] },
    });
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM timeline WHERE caused_by = $1 AND event_type = 'message_cancelled'",
      [body.id],
    );
    expect(rows).toMatchObject([{ metadata: { reasons: [{ code: "replied_meanwhile" }] } }]);
  });

  test("passes the gate like all others, and says why it does not leave", async () => {
    const ana = await person();
    await answer(ana, "STOP");
    const { newestItem } = await thread(ana);
    const { body } = await say(luz, ana, { text: "Hello", seenUpTo: newestItem });
    await isLeft(body.id, "blocked");
    expect((await action(body.id)).reasons).toMatchObject([{ code: "opted_out" }]);
  });

  test.each([
    ["neither text nor file", {}, "text"],
    ["text and template", { text: "a", template: "b" }, "text"],
    ["a template that does not exist", { template: "nope" }, "template"],
    [
      "an address of another person",
      { text: "a", addressId: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90" },
      "addressId",
    ],
    ["a time in ten years", { text: "a", sendAt: "2040-01-01T00:00:00Z" }, "sendAt"],
    ["a file that does not exist", { fileIds: ["0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90"] }, "fileIds"],
  ])("is refused with %s", async (_what, body, path) => {
    const ana = await person();
    const { status, body: problem } = await say(luz, ana, body);
    expect([status, problem.code, problem.issues?.[0]?.path]).toEqual([400, "invalid", path]);
    expect((await thread(ana)).thread.owner).toBeNull();
  });

  test("is refused to a person who does not exist, and by a viewer", async () => {
    const nobody = { id: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90" } as Ana;
    expect((await say(luz, nobody, { text: "a" })).status).toBe(404);
    const vera = await addColleague(faro, "Vera", "viewer");
    expect((await say(vera, await person(), { text: "a" })).status).toBe(403);
  });
});

describe("replies that cross", () => {
  test("of two users in the same moment, one is sent and the other is shown its words", async () => {
    for (const hasThread of [false, true]) {
      const ana = await person();
      if (hasThread) await answer(ana, "Do you have time?");
      const { newestItem: seenUpTo } = await thread(ana);
      const both = await Promise.all([
        say(luz, ana, { text: "Luz: yes", seenUpTo, sendAt: undefined }),
        say(omar, ana, { text: "Omar: no", seenUpTo, sendAt: undefined }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [won, lost] = both[0]?.status === 200 ? both : both.toReversed();
      expect(lost?.body).toMatchObject({
        code: "answered_meanwhile",
        details: [{ id: won?.body.id, direction: "out", text: won?.body.text }],
      });
      expect(lost?.body.details[0].by).toBe(won?.body.text.split(":")[0]);
      const { rows } = await faro.pool.query("SELECT id FROM actions WHERE person_id = $1", [ana.id]);
      expect(rows).toEqual([{ id: won?.body.id }]);
    }
  });

  test("are refused after a message of the person or a note, and sent once it was seen or anyway", async () => {
    const ana = await person();
    await answer(ana, "First");
    const { newestItem: seenUpTo } = await thread(ana);
    await answer(ana, "Second");
    await omar.send("POST", `/api/inbox/${ana.id}/notes`, { text: "I call her" });
    const refused = await say(luz, ana, { text: "Answer to the first", seenUpTo });
    expect([refused.status, refused.body.details]).toMatchObject([
      409,
      [
        { direction: "in", text: "Second", by: "Ana" },
        { direction: "note", text: "I call her", by: "Omar" },
      ],
    ]);
    // What the writer did is no surprise to the writer.
    const { newestItem } = await thread(ana);
    await luz.send("POST", `/api/inbox/${ana.id}/notes`, { text: "I answer" });
    expect((await say(luz, ana, { text: "Answer to both", seenUpTo: newestItem })).status).toBe(200);
    expect((await say(omar, ana, { text: "Me too", seenUpTo, anyway: true })).status).toBe(200);
  });

  test("count an automatic answer that left meanwhile", async () => {
    const ana = await person();
    await answer(ana, "How much is it?");
    const { newestItem: seenUpTo } = await thread(ana);
    await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, config, executed_at)
       VALUES ($1, 'sms', 'sent', $2, now())`,
      [ana.id, { text: "From $40", rendered: { text: "From $40" }, ai: { suggestionId: randomUUID() } }],
    );
    const refused = await say(luz, ana, { text: "It is $40", seenUpTo });
    expect([refused.status, refused.body.details]).toMatchObject([
      409,
      [{ direction: "out", by: null, text: "From $40" }],
    ]);
  });

  test("count a message that was taken back as not written", async () => {
    const ana = await person();
    const { body } = await say(luz, ana, { text: "No", sendAt: undefined });
    await luz.send("POST", `/api/actions/${body.id}/cancel`);
    expect((await say(omar, ana, { text: "Yes", sendAt: undefined })).status).toBe(200);
  });
});

describe("an e-mail without a subject", () => {
  test("has the subject of the e-mail before it, as an answer", async () => {
    const ana = await person();
    const { body: first } = await say(luz, ana, { channel: "email", text: "Hello" });
    expect((await action(first.id)).config.subject).toBeUndefined();
    await isLeft(first.id);
    const { body: offer } = await say(luz, ana, {
      channel: "email",
      subject: "Your {{first_name}} offer",
      text: "As promised",
      anyway: true,
    });
    await isLeft(offer.id);
    const { body: answered } = await say(luz, ana, {
      channel: "email",
      text: "And a question",
      anyway: true,
    });
    expect((await action(answered.id)).config.subject).toBe("Re: Your Ana offer");
    await isLeft(answered.id);
    const { body: again } = await say(luz, ana, { channel: "email", text: "One more", anyway: true });
    expect((await action(again.id)).config.subject).toBe("Re: Your Ana offer");
  });
});

test("the list of messages finds those whose words a person got twice within a day", async () => {
  const ana = await person();
  const said = async (text: string) => {
    const { body } = await say(luz, ana, { text, anyway: true });
    await isLeft(body.id);
    return body.id as string;
  };
  const twice = [await said("We are open today"), await said("We are open today")];
  await said("And tomorrow");
  const listed = async (query: string) =>
    (await luz.send("GET", `/api/actions?personId=${ana.id}${query}`)).body.actions.map(
      ({ id }: { id: string }) => id,
    );
  expect((await listed("&repeated=within_a_day")).sort()).toEqual(twice.sort());
  expect(await listed("&repeated=all")).toHaveLength(3);
  await faro.pool.query("UPDATE messages SET at = at - interval '2 days' WHERE id = $1", [twice[0]]);
  expect(await listed("&repeated=within_a_day")).toEqual([]);
});

describe("texts to choose from", () => {
  test("are those of the channel, in the language of the person, with their values", async () => {
    const ana = await person({ language: "es" });
    const template = { name: "picked", channel: "sms", language: "en", body: "Hello {{first_name}}" };
    for (const more of [{}, { language: "es", body: "Hola {{first_name}}" }, { channel: "whatsapp" }])
      expect((await faro.send("POST", "/api/templates", { ...template, ...more })).status).toBe(200);
    const onlyEnglish = { ...template, name: "only_english", body: "Bye {{last_name}}" };
    expect((await faro.send("POST", "/api/templates", onlyEnglish)).status).toBe(200);
    const texts = async (channel: string) =>
      (await luz.send("GET", `/api/people/${ana.id}/templates?channel=${channel}`)).body.texts.filter(
        ({ name }: { name: string }) => name === "picked" || name === "only_english",
      );
    expect(await texts("sms")).toMatchObject([
      { name: "only_english", language: "en", missing: ["last_name"] },
      { name: "picked", language: "es", text: "Hola Ana", missing: [], isApproved: false },
    ]);
    expect(await texts("whatsapp")).toMatchObject([{ name: "picked", language: "en", text: "Hello Ana" }]);
    expect((await luz.send("GET", `/api/people/${randomUUID()}/templates?channel=sms`)).status).toBe(404);
  });
});

describe("files", () => {
  test("arrive with an e-mail", async () => {
    const ana = await person();
    const { body: offer } = await upload(ana, "../Cotización.pdf", pdf);
    expect(offer).toMatchObject({
      filename: "Cotización.pdf",
      contentType: "application/pdf",
      size: pdf.length,
    });
    const { body: roof } = await upload(ana, "roof.exe", png, "application/pdf");
    expect(roof).toMatchObject({ filename: "roof.exe.png", contentType: "image/png" });
    const { body } = await say(luz, ana, {
      channel: "email",
      subject: "Your offer",
      text: "As promised",
      fileIds: [offer.id, roof.id],
    });
    await isLeft(body.id);
    const [mail] = await phoneOf(ana.email);
    expect(mail?.files).toMatchObject([{ filename: "Cotización.pdf" }, { filename: "roof.exe.png" }]);
    expect(await fileOnPhone(mail?.files[0]?.id ?? "")).toEqual(pdf);
    expect(await fileOnPhone(mail?.files[1]?.id ?? "")).toEqual(png);
    expect((await say(luz, ana, { channel: "email", text: "Again", fileIds: [offer.id] })).status).toBe(400);
  });

  test("arrive on WhatsApp, with or without a text", async () => {
    const ana = await person();
    await answer(ana, "Hola", "whatsapp");
    for (const [text, filename, content] of [
      ["Your roof", "roof.png", png],
      [undefined, "offer.pdf", pdf],
    ] as const) {
      const { body: file } = await upload(ana, filename, content);
      const { newestItem: seenUpTo } = await thread(ana);
      const { body } = await say(luz, ana, { channel: "whatsapp", text, seenUpTo, fileIds: [file.id] });
      await isLeft(body.id);
      const last = (await phoneOf(ana.phone)).at(-1);
      expect(last).toMatchObject({ channel: "whatsapp", text: text ?? "", files: [{ filename }] });
      expect(await fileOnPhone(last?.files[0]?.id ?? "")).toEqual(content);
    }
  });

  test("are fetched for a text message under a signed link", async () => {
    const ana = await person();
    const { body: file } = await upload(ana, "roof.png", png);
    const { body } = await say(luz, ana, { fileIds: [file.id] });
    await isLeft(body.id);
    await expect.poll(async () => (await phoneOf(ana.phone))[0]?.files.length).toBe(1);
    const [message] = await phoneOf(ana.phone);
    expect(await fileOnPhone(message?.files[0]?.id ?? "")).toEqual(png);
    const forged = `${file.id}.${Math.floor(Date.now() / 1000) + 60}.${"x".repeat(43)}`;
    expect((await fetch(`${faro.url}/files/${forged}`)).status).toBe(404);
  });

  test("are shown as pictures or saved, and never rendered", async () => {
    const ana = await person();
    const { body: roof } = await upload(ana, "roof.png", png);
    const shown = await omar.send("GET", `/api/inbox/files/${roof.id}`);
    expect(shown.body).toEqual(png);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    const { body: offer } = await upload(ana, "offer.pdf", pdf);
    const { headers } = await omar.send("GET", `/api/inbox/files/${offer.id}`);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  test.each([
    ["a page", "page.html", Buffer.from("<script>alert(1)</script>")],
    ["a program", "setup.pdf", Buffer.from("MZ\u0090\u0000", "latin1")],
    ["nothing", "empty.txt", Buffer.alloc(0)],
  ])("that are %s are refused", async (_what, name, content) => {
    const ana = await person();
    const { status, body } = await upload(ana, name, content, "image/png");
    expect([status, body.code]).toEqual([400, "invalid"]);
  });

  test("of more than 5 MB are refused, and 5 MB are taken", async () => {
    const ana = await person();
    const size = 5 * 1024 * 1024;
    expect((await upload(ana, "big.png", Buffer.concat([png, Buffer.alloc(size - png.length)]))).status).toBe(
      200,
    );
    expect((await upload(ana, "big.png", Buffer.concat([png, Buffer.alloc(size)]))).status).toBe(413);
  });

  test("that a channel does not take are refused with the reason", async () => {
    const ana = await person();
    const ids = await Promise.all(
      ["a.png", "b.png"].map(async (name) => (await upload(ana, name, png)).body.id as string),
    );
    const problem = async (body: object) => (await say(luz, ana, body)).body.issues?.[0];
    expect(await problem({ channel: "whatsapp", text: "a", fileIds: ids })).toMatchObject({
      path: "fileIds",
    });
    expect(await problem({ channel: "call", text: "a", fileIds: [ids[0]] })).toMatchObject({
      path: "fileIds",
    });
    const { body: audio } = await upload(ana, "note.mp3", Buffer.from("ID3\u0004"));
    expect(await problem({ channel: "whatsapp", text: "Listen", fileIds: [audio.id] })).toMatchObject({
      path: "fileIds",
    });
    expect((await upload(await person(), "a.png", png)).status).toBe(200);
  });
});

describe("notes", () => {
  test("notify those whom they mention, and stand in the thread", async () => {
    const ana = await person();
    const { body } = await luz.send("POST", `/api/inbox/${ana.id}/notes`, {
      text: "Omar, please call her",
      mentions: [omar.id, luz.id],
    });
    const of = async (user: Colleague) =>
      (await user.send("GET", "/api/notifications")).body.notifications.filter(
        ({ kind, link }: { kind: string; link: string }) =>
          kind === "mentioned" && link === `/inbox/${ana.id}`,
      );
    expect(await of(omar)).toMatchObject([{ params: { user: "Luz", person: "Ana" } }]);
    expect(await of(luz)).toEqual([]);
    const items = async () => (await luz.send("GET", `/api/inbox/${ana.id}/items`)).body.items;
    expect((await items()).at(-1)).toMatchObject({
      kind: "note",
      text: "Omar, please call her",
      user: { name: "Luz" },
      mentions: expect.arrayContaining([{ id: omar.id, name: "Omar" }]),
    });
    expect((await omar.send("PUT", `/api/inbox/notes/${body.id}`, { text: "No" })).status).toBe(403);
    await luz.send("PUT", `/api/inbox/notes/${body.id}`, { text: "Omar, please write her" });
    expect((await thread(ana)).thread.lastText).toBe("Omar, please write her");
    // An administrator may delete the notes of all.
    expect((await faro.send("DELETE", `/api/inbox/notes/${body.id}`)).status).toBe(200);
    expect((await items()).filter(({ kind }: { kind: string }) => kind === "note")).toEqual([]);
    expect((await thread(ana)).thread.lastText).toBeNull();
    expect(await phoneOf(ana.phone)).toEqual([]);
  });

  test("are refused with a mention of somebody who does not exist", async () => {
    const ana = await person();
    const mentions = ["0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90"];
    const { status } = await luz.send("POST", `/api/inbox/${ana.id}/notes`, { text: "a", mentions });
    expect(status).toBe(400);
    expect((await luz.send("PUT", `/api/inbox/notes/${mentions[0]}`, { text: "a" })).status).toBe(404);
  });
});

describe("drafts", () => {
  test("belong to their writer and person, and end with the message", async () => {
    const ana = await person();
    const save = (text: string) => luz.send("PUT", `/api/inbox/${ana.id}/draft`, { channel: "email", text });
    await save("Dear A");
    await save("Dear Ana");
    expect((await thread(ana)).draft).toMatchObject({ channel: "email", text: "Dear Ana" });
    expect((await omar.send("GET", `/api/inbox/${ana.id}`)).body.draft).toBeNull();
    await say(luz, ana, { text: "Dear Ana, hi" });
    expect((await thread(ana)).draft).toBeNull();
    await save("Again");
    await save("  ");
    expect((await thread(ana)).draft).toBeNull();
  });

  test("name their files, which only their writer can send", async () => {
    const ana = await person();
    const { body: roof } = await upload(ana, "roof.png", png);
    const fileIds = [roof.id];
    await luz.send("PUT", `/api/inbox/${ana.id}/draft`, { text: "Look", fileIds });
    expect((await thread(ana)).draft).toMatchObject({
      fileIds,
      files: [{ id: roof.id, filename: "roof.png", contentType: "image/png", size: png.length }],
    });
    const stolen = await say(omar, ana, { channel: "whatsapp", text: "Look", fileIds, anyway: true });
    expect([stolen.status, stolen.body.issues?.[0]?.path]).toEqual([400, "fileIds"]);
    const { body } = await say(luz, ana, { text: "Look", fileIds, sendAt: undefined });
    await luz.send("POST", `/api/actions/${body.id}/cancel`);
    expect((await thread(ana)).draft).toMatchObject({ text: "Look", files: [{ id: roof.id }] });
  });
});

describe("search", () => {
  test("finds messages and notes by all their words, without accents, newest first", async () => {
    const ana = await person();
    await answer(ana, "¿Cuándo es la instalación de mis placas en Mayagüez?");
    await luz.send("POST", `/api/inbox/${ana.id}/notes`, { text: "La INSTALACION en Mayaguez es el lunes" });
    const search = async (q: string, more = "") =>
      (await luz.send("GET", `/api/inbox/search?q=${encodeURIComponent(q)}${more}`)).body;
    const found = await search("mayagüez instalacion");
    expect(found.hits).toMatchObject([
      { direction: "note", personId: ana.id, personName: "Ana" },
      { direction: "in", snippet: "¿Cuándo es la instalación de mis placas en Mayagüez?" },
    ]);
    const first = await search("instalación", "&limit=1");
    expect(first.hits).toHaveLength(1);
    const second = await search("instalación", `&limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ hits: [{ direction: "in" }], nextCursor: null });
    expect((await search("mayagüez ponce")).hits).toEqual([]);
    expect((await search("100%_")).hits).toEqual([]);
    expect((await luz.send("GET", "/api/inbox/search?q=lunes&cursor=x")).status).toBe(400);
  });
});

describe("presence", () => {
  test("tells each user who else looks or writes, also in their browsers", async () => {
    const ana = await person();
    const beat = async (user: Colleague, doing: string) =>
      (await user.send("POST", `/api/inbox/${ana.id}/presence`, { doing })).body.others;
    const stream = await fetch(`${faro.url}/api/live`, { headers: { cookie: luz.cookie } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const events: { personId: string; users: unknown[] }[] = [];
    let received = "";
    const reading = (async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return;
        received += value;
        for (const [, data = ""] of received.matchAll(/event: presence\ndata: (.*)\n\n/g))
          events.push(JSON.parse(data));
        received = received.slice(received.lastIndexOf("\n\n") + 2);
      }
    })();
    expect(await beat(luz, "looking")).toEqual([]);
    expect(await beat(omar, "typing")).toEqual([{ id: luz.id, name: "Luz", doing: "looking" }]);
    expect(await beat(luz, "looking")).toEqual([{ id: omar.id, name: "Omar", doing: "typing" }]);
    await expect
      .poll(() => events)
      .toContainEqual({
        personId: ana.id,
        users: [
          { id: luz.id, name: "Luz", doing: "looking" },
          { id: omar.id, name: "Omar", doing: "typing" },
        ],
      });
    await beat(omar, "left");
    expect(await beat(luz, "looking")).toEqual([]);
    await reader?.cancel();
    await reading;
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { sweepFormSubmissions } from "#server/housekeeping/sweep-form-submissions.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { untilOldEnough } from "./form-pages.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
/** A number abroad waits until the time zone of its person is known. */
const smsStatus = timezone === null ? /sent|delivered/ : /held/;
const both = (text: string) => ({ en: text, es: `${text} (es)` });
const input = {
  name: "Quote",
  slug: "quote",
  fields: [{ name: "firstName", required: true }, { name: "email", required: true }, { name: "phone" }],
  title: both("Ask for a quote"),
  intro: both(""),
  button: both("Send"),
  thanks: both("We will call you"),
  consents: [
    { channel: "email", text: both("You may send me offers by e-mail") },
    { channel: "sms", text: both("You may send me offers by SMS") },
  ],
  origins: ["https://www.example.com"],
  tags: ["website"],
};
const makeForm = async (more: object = {}) => {
  const made = await faro.send("POST", "/api/forms", { ...input, ...more });
  expect(made.status).toBe(200);
  return made.body as { id: string; endpointId: string; consentVersion: number; updatedAt: string };
};

/** A visitor who opens the page, takes their time, and sends it. */
const visit = async (slug: string, lang = "es") => {
  const response = await fetch(`${faro.url}/f/${slug}?lang=${lang}`);
  const html = await response.text();
  return { response, html, page: /name="page" value="([^"]+)"/.exec(html)?.[1] ?? "" };
};
const post = (path: string, values: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(faro.url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "Visitor/1.0",
      origin: faro.url,
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    body: new URLSearchParams(values),
  });
const submit = async (slug: string, values: Record<string, string>) => {
  const { page } = await visit(slug);
  await untilOldEnough(page);
  return post(`/f/${slug}?lang=es`, { page, ...values });
};
const personWith = async (email: string) => {
  const sql = "SELECT id, first_name, language, tags, consents FROM people WHERE lower(email) = $1";
  await expect.poll(async () => (await faro.pool.query(sql, [email])).rowCount, { timeout: 180_000 }).toBe(1);
  return (await faro.pool.query(sql, [email])).rows[0];
};
const consentsOf = async (personId: string) =>
  (
    await faro.pool.query(
      "SELECT channel, state, method, written, proof FROM consent_records WHERE person_id = $1 ORDER BY created_at, id",
      [personId],
    )
  ).rows;
const asked = async (personId: string) =>
  (
    await faro.pool.query(
      "SELECT type, status, config, reasons FROM actions WHERE person_id = $1 AND config ->> 'purpose' = 'opt_in' ORDER BY type",
      [personId],
    )
  ).rows as { type: string; status: string; config: { text: string }; reasons: unknown }[];
/** What the person got, which is more than what is stored. */
const received = async (address: string): Promise<string> => {
  const path = `/sandbox/api/phone/conversations/${encodeURIComponent(address)}`;
  const response = await fetch(faro.sandboxUrl + path);
  const { entries = [] } = (await response.json()) as { entries?: { text: string }[] };
  return entries.map(({ text }) => text).join("\n");
};
const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");

describe("a form", () => {
  test("is made with its endpoint, has a new version with new wording, and one address", async () => {
    const form = await makeForm({ slug: "made" });
    expect((await faro.send("POST", "/api/forms", { ...input, slug: "made" })).body.code).toBe(
      "already_exists",
    );
    const wrong = await faro.send("POST", "/api/forms", { ...input, slug: "x", fields: [{ name: "phone" }] });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "consents.0" }] } });
    const renamed = await faro.send("PUT", `/api/forms/${form.id}`, { name: "Renamed" });
    expect(renamed.body).toMatchObject({ name: "Renamed", consentVersion: 1, tags: ["website"] });
    const reworded = await faro.send("PUT", `/api/forms/${form.id}`, {
      consents: [{ channel: "email", text: both("Other words for e-mail") }],
    });
    expect(reworded.body.consentVersion).toBe(2);
    const endpoint = await faro.send("GET", `/api/endpoints/${form.endpointId}`);
    expect(endpoint.body).toMatchObject({ name: "Renamed", status: "active" });
    expect((await faro.send("DELETE", `/api/forms/${form.id}`)).status).toBe(200);
    expect((await fetch(`${faro.url}/f/made`)).status).toBe(404);
    // What it sent stays without proof, and its endpoint is like any other.
    const { rows } = await faro.pool.query("SELECT pull_state FROM endpoints WHERE id = $1", [
      form.endpointId,
    ]);
    expect(rows).toEqual([{ pull_state: { system: "form:" } }]);
    expect((await faro.send("DELETE", `/api/endpoints/${form.endpointId}`)).status).toBe(200);
  });

  test("may be shown by its sites alone, and only its page may", async () => {
    await makeForm({ slug: "framed" });
    const { response, html } = await visit("framed", "en");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'self' https://www.example.com");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(html).not.toMatch(/checked/);
    expect(response.headers.getSetCookie()).toEqual([]);
    const app = await fetch(`${faro.url}/people`);
    expect(app.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const script = await fetch(`${faro.url}/embed.js`);
    expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(await script.text()).toContain("from !== origin");
    expect((await visit("framed", "")).html).toContain('<html lang="en">');
  });

  test("refuses other sites, forged pages and wrong values, and fools programs", async () => {
    await makeForm({ slug: "guarded" });
    const values = { firstName: "Bot", email: "bot@example.com" };
    const { page } = await visit("guarded");
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await post("/f/guarded", { ...values, page }, foreign)).status).toBe(403);
    expect((await post("/f/guarded", { ...values, page: "forged" })).status).toBe(400);
    // Too fast, and with the field that no visitor sees.
    expect((await post("/f/guarded", { ...values, page })).status).toBe(303);
    await untilOldEnough(page);
    expect((await post("/f/guarded", { ...values, page, website: "x" })).status).toBe(303);
    const wrong = await post("/f/guarded?lang=es", { page, firstName: "<b>", email: "no" });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain("Ingrese un correo electrónico válido");
    expect(html).toContain("&lt;b&gt;");
    const { rows } = await faro.pool.query("SELECT count(*)::int AS n FROM form_submissions");
    expect(rows[0].n).toBe(0);
    const flood = await Promise.all(Array.from({ length: 12 }, () => post("/f/guarded", { page })));
    expect(flood.map(({ status }) => status)).toContain(429);
  });
});

describe("a submission", () => {
  test("adds the person, proves nothing until the address is confirmed, and then proves it", async () => {
    const form = await makeForm();
    const phone = number(1);
    const values = {
      firstName: "Ana",
      email: "Ana.Form@example.com",
      phone,
      "consent.email": "yes",
      "consent.sms": "yes",
    };
    const sent = await submit("quote", values);
    expect(sent.status).toBe(303);
    expect(sent.headers.get("location")).toBe("/f/quote?lang=es&sent=confirm");
    const thanks = await (await fetch(faro.url + sent.headers.get("location"))).text();
    expect(thanks).toContain("We will call you (es)");
    expect(thanks).toContain("Le enviamos un mensaje");

    const person = await personWith("ana.form@example.com");
    expect(person).toMatchObject({ first_name: "Ana", language: "es", tags: ["website"], consents: {} });
    const before = await consentsOf(person.id);
    expect(before.map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ["email", "unproven"],
      ["sms", "unproven"],
    ]);
    const check = await faro.send("POST", `/api/people/${person.id}/messages/check`, {});
    const byMail = check.body.find((one: { channel: string }) => one.channel === "email");
    expect(byMail.reasons).toContainEqual(expect.objectContaining({ code: "consent_unproven" }));

    await expect
      .poll(async () => (await asked(person.id)).map(({ status }) => status), { timeout: 180_000 })
      .toEqual([expect.stringMatching(/sent|delivered|read/), expect.stringMatching(smsStatus)]);
    const [mail, sms] = await asked(person.id);
    const link = linkIn(await received("ana.form@example.com"));
    expect(link.pathname).toMatch(/^\/f\/confirm\/email\//);
    if (timezone === null) expect(linkIn(await received(phone)).pathname).toMatch(/^\/f\/confirm\/phone\//);
    // Operators see that there is a link, not the link.
    expect([mail?.config.text, sms?.config.text]).toEqual([
      expect.stringContaining("[enlace de confirmación]"),
      expect.stringContaining("[enlace de confirmación]"),
    ]);
    const stored = await faro.pool.query(
      `SELECT a.config::text || coalesce(m.text, '') || coalesce(t.description, '') AS text FROM actions a
         LEFT JOIN messages m ON m.id = a.id LEFT JOIN timeline t ON t.caused_by = a.id WHERE a.person_id = $1`,
      [person.id],
    );
    for (const { text } of stored.rows) expect(text).not.toContain("/f/confirm/");
    const page = await fetch(faro.url + link.pathname);
    expect(await page.text()).toContain("“You may send me offers by e-mail (es)”");
    expect(await consentsOf(person.id)).toHaveLength(2);

    expect((await post(link.pathname)).status).toBe(200);
    expect((await post(link.pathname)).status).toBe(200);
    const after = await consentsOf(person.id);
    expect(after).toHaveLength(3);
    expect(after[2]).toMatchObject({
      channel: "email",
      state: "granted",
      method: "form",
      written: true,
      proof: {
        form: "Quote",
        version: 1,
        text: "You may send me offers by e-mail (es)",
        language: "es",
        ip: "127.0.0.1",
        userAgent: "Visitor/1.0",
        address: "ana.form@example.com",
        confirmed: true,
      },
    });
    expect((await personWith("ana.form@example.com")).consents).toEqual({ email: true });
    const { forms } = (await faro.send("GET", "/api/forms")).body;
    expect(forms.find(({ id }: { id: string }) => id === form.id).counts).toEqual({
      submissions: 1,
      confirmed: 1,
      waiting: 0,
    });
    const exported = await faro.send("GET", `/api/people/${person.id}/export`);
    expect(exported.status).toBe(200);

    // The endpoint of a form changes with its form alone.
    for (const [method, path] of [
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/rotate-url"],
    ] as const)
      expect((await faro.send(method, `/api/endpoints/${form.endpointId}${path}`, {})).body.code).toBe(
        "belongs_to_form",
      );

    // Another visitor with the same number, under another name and address, does not reach it again.
    await submit("quote", { ...values, firstName: "Zoe", email: "zoe.form@example.com" });
    const zoe = await personWith("zoe.form@example.com");
    await expect
      .poll(async () => (await asked(zoe.id)).map(({ type }) => type), { timeout: 180_000 })
      .toEqual(["email"]);

    // Another visitor with the same address neither weakens the proof nor makes more messages.
    await submit("quote", { ...values, firstName: "Mallory" });
    const events = () =>
      faro.pool.query("SELECT 1 FROM events WHERE endpoint_id = $1 AND person_id IS NOT NULL", [
        form.endpointId,
      ]);
    await expect.poll(async () => (await events()).rowCount, { timeout: 180_000 }).toBe(3);
    expect(await asked(person.id)).toHaveLength(2);
    expect(await consentsOf(person.id)).toHaveLength(3);
  });

  test("about a known person waits as a proposal, until they confirm it or an operator decides", async () => {
    await makeForm({
      slug: "unproven",
      fields: [{ name: "email", required: true }, { name: "phone" }, { name: "town" }, { name: "firstName" }],
    });
    const known = await faro.send("POST", "/api/people", {
      firstName: "Known",
      email: "known.form@example.com",
      tags: ["vip"],
    });
    const { id } = known.body as { id: string };
    const stored = async () => (await faro.send("GET", `/api/people/${id}`)).body;
    const proposals = async () => (await faro.send("GET", `/api/approvals?personId=${id}`)).body.approvals;
    const values = { email: "known.form@example.com", town: "Ponce", phone: number(8) };
    await submit("unproven", values);
    await expect.poll(async () => (await proposals()).length, { timeout: 180_000 }).toBe(2);
    expect(await stored()).toMatchObject({ town: null, phone: null, tags: ["vip"] });
    type Proposal = { id: string; content: { change: { set: Record<string, string> } } };
    const proposed: Proposal[] = await proposals();
    const [address] = proposed.filter(({ content }) => "phone" in content.change.set);
    const [details] = proposed.filter((one) => one !== address);
    if (!address || !details) throw new Error("Details and address are proposed apart");
    expect(details.content.change).toMatchObject({
      proposer: "form",
      set: { town: "Ponce" },
      addedTags: ["website"],
    });
    expect(address.content.change.set).toEqual({ phone: number(8) });
    // The sender of a form cannot put a link where messages would quote it.
    expect((await submit("unproven", { ...values, firstName: "FREE evil.example" })).status).toBe(422);

    expect((await faro.send("POST", `/api/approvals/${address.id}/refuse`)).body.state).toBe("refused");
    const accepted = await faro.send("POST", `/api/approvals/${details.id}/approve`);
    expect(accepted.body).toMatchObject({ state: "executed", failure: null });
    expect(await stored()).toMatchObject({ town: "Ponce", phone: null, tags: ["vip", "website"] });

    // Who opens the link has proven the address, and with it what the form said besides other addresses.
    const other = await faro.send("POST", "/api/people", { email: "known2.form@example.com" });
    const path = `/api/people/${other.body.id}`;
    await submit("unproven", { ...values, email: "known2.form@example.com", "consent.email": "yes" });
    await expect
      .poll(() => received("known2.form@example.com"), { timeout: 180_000 })
      .toContain("/f/confirm/");
    expect((await faro.send("GET", path)).body.town).toBeNull();
    const { pathname } = linkIn(await received("known2.form@example.com"));
    expect((await post(pathname)).status).toBe(200);
    expect((await faro.send("GET", path)).body).toMatchObject({
      town: "Ponce",
      phone: null,
      tags: ["website"],
    });
    const left = (await faro.send("GET", `/api/approvals?personId=${other.body.id}`)).body.approvals;
    expect(left).toMatchObject([{ content: { change: { set: { phone: number(8) } } } }]);
  });

  test("without ticked boxes asks for nothing, and sent twice is stored once", async () => {
    const form = await makeForm({ slug: "plain" });
    const { page } = await visit("plain");
    await untilOldEnough(page);
    const values = { page, firstName: "Eva", email: "eva.form@example.com" };
    const [first, second] = await Promise.all([post("/f/plain", values), post("/f/plain", values)]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(first.headers.get("location")).toContain("sent=1");
    const person = await personWith("eva.form@example.com");
    expect(await consentsOf(person.id)).toEqual([]);
    expect(await asked(person.id)).toEqual([]);
    const { rows } = await faro.pool.query("SELECT count(*)::int AS n FROM events WHERE endpoint_id = $1", [
      form.endpointId,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test("of an opted-out address is not asked, and links that are forged or too old prove nothing", async () => {
    await makeForm({ slug: "late" });
    const made = await faro.send("POST", "/api/people", { firstName: "Out", email: "out.form@example.com" });
    await faro.send("POST", `/api/people/${made.body.id}/opt-out`, { reason: "asked" });
    await submit("late", { firstName: "Out", email: "out.form@example.com", "consent.email": "yes" });
    const statuses = async () => (await asked(made.body.id)).map(({ status }) => status);
    await expect.poll(statuses, { timeout: 180_000 }).toEqual(["blocked"]);
    // A link that was sent, from the key of the product.
    await submit("late", { firstName: "In", email: "in.form@example.com", "consent.email": "yes" });
    await expect.poll(() => received("in.form@example.com"), { timeout: 180_000 }).toContain("/f/confirm/");
    const { pathname } = linkIn(await received("in.form@example.com"));
    await faro.pool.query("UPDATE form_submissions SET created_at = now() - interval '8 days'");
    expect((await post(pathname)).status).toBe(410);
    expect((await post(pathname.replace("/email/", "/phone/"))).status).toBe(410);
    expect((await post(`${pathname.slice(0, -2)}xx`)).status).toBe(410);
    expect((await consentsOf(made.body.id)).filter(({ state }) => state === "granted")).toEqual([]);
    // An erased person leaves nothing to confirm.
    const { id } = await personWith("in.form@example.com");
    await faro.pool.query("UPDATE form_submissions SET created_at = now()");
    await faro.send("DELETE", `/api/people/${id}`);
    expect((await post(pathname)).status).toBe(410);
  });

  test("proves the wording of the page that was open, once, in its own form", async () => {
    const form = await makeForm({ slug: "worded" });
    await makeForm({ slug: "other-worded" });
    const { page } = await visit("worded");
    const values = { firstName: "Iris", email: "iris.form@example.com", "consent.email": "yes" };
    await faro.send("PUT", `/api/forms/${form.id}`, {
      consents: [{ channel: "email", text: both("Quite another wording") }],
    });
    await untilOldEnough(page);
    // Neither another version nor another form takes the place of what was signed.
    expect((await post("/f/worded", { ...values, page: page.replace(".1.", ".2.") })).status).toBe(400);
    expect((await post("/f/other-worded", { ...values, page })).status).toBe(400);
    // A page that is shown again can be sent at once, and asks for the new wording anew.
    const again = await (await post("/f/worded?lang=es", { page, "consent.email": "yes" })).text();
    expect(again).toContain("Quite another wording (es)");
    expect(again).not.toContain("checked");
    expect((await post("/f/worded?lang=es", { ...values, page })).status).toBe(303);
    const iris = await personWith("iris.form@example.com");
    const wording = async () =>
      (await consentsOf(iris.id)).map(({ proof }) => [proof.version, proof.text, proof.language]);
    await expect
      .poll(wording, { timeout: 180_000 })
      .toEqual([[1, "You may send me offers by e-mail (es)", "es"]]);

    const { page: fresh } = await visit("worded");
    await untilOldEnough(fresh);
    const rejected = await (await post("/f/worded?lang=es", { page: fresh })).text();
    const resent = /name="page" value="([^"]+)"/.exec(rejected)?.[1] ?? "";
    const quick = { firstName: "Noa", email: "noa.form@example.com", page: resent };
    expect((await post("/f/worded?lang=es", quick)).status).toBe(303);
    await personWith("noa.form@example.com");
    const { forms } = (await faro.send("GET", "/api/forms")).body;
    expect(forms.find(({ id }: { id: string }) => id === form.id).counts.submissions).toBe(2);
  });

  test("sends no more text messages than the workspace allows in a day, and says so once", async () => {
    await makeForm({ slug: "limited" });
    await faro.send("POST", "/api/api-keys/general", { optInSmsPerDay: 50 });
    await faro.pool.query(
      `INSERT INTO form_submissions (form_id, event_id, phone, evidence, phone_asked_at)
       SELECT (SELECT id FROM lead_forms WHERE slug = 'limited'), gen_random_uuid(), '+1787555' || n, '{}', now()
         FROM generate_series(1000, 1049) n`,
    );
    for (const index of [5, 6]) {
      const email = `limited${index}@example.com`;
      await submit("limited", {
        firstName: "Leo",
        email,
        phone: number(index),
        "consent.email": "yes",
        "consent.sms": "yes",
      });
      const leo = await personWith(email);
      await expect
        .poll(async () => (await asked(leo.id)).map(({ type }) => type), { timeout: 180_000 })
        .toEqual(["email"]);
    }
    const { rows } = await faro.pool.query("SELECT params FROM notifications WHERE kind = 'opt_in_limit'");
    expect(rows).toEqual([{ params: { limit: 50 } }]);
    // Submissions that never became an event are swept.
    await faro.pool.query("UPDATE form_submissions SET created_at = now() - interval '2 days'");
    const database = openDatabase(faro.connection, () => {});
    const write = createWrite(database.db, { insert: async () => {} });
    await sweepFormSubmissions.run([{}], { write } as unknown as JobContext);
    await database.close();
    const left = await faro.pool.query("SELECT 1 FROM form_submissions WHERE person_id IS NULL");
    expect(left.rowCount).toBe(0);
  });
});

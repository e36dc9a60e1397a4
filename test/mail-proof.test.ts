import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowHolidaySends } from "./contactable-people.ts";
import { freePort } from "./process.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let mailPort: number;
let endpointAddress: string;
beforeAll(async () => {
  mailPort = await freePort();
  faro = await startSandboxFaro({
    FARO_VENDOR_BASE: "",
    FARO_SMTP_PORT: String(mailPort),
    FARO_MAIL_DOMAIN: "in.example.com",
    FARO_MAIL_RELAYS: "mx.example.com",
  });
  await allowHolidaySends(faro.send);
  await faro.pool.query("INSERT INTO endpoints (name, type, hook_token) VALUES ('Sales', 'email', 'sales')");
  endpointAddress = "sales@in.example.com";
});
afterAll(() => faro.stop());

let count = 0;
const person = async () =>
  (
    await faro.send("POST", "/api/people", {
      firstName: "Eva",
      email: `eva+${++count}@example.org`,
      consents: { email: true },
    })
  ).body as { id: string; email: string };
const ledger = async (id: string) =>
  (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records;
const reviewsOf = async (id: string) =>
  (await faro.send("GET", "/api/reviews")).body.filter(
    ({ personId }: { personId: string }) => personId === id,
  );
const proposalsOf = async (id: string) =>
  (await faro.send("GET", `/api/approvals?personId=${id}`)).body.approvals;
type Mail = { from: string; text: string; headers?: { key: string; value: string }[] };
const post = (mail: Mail & { to?: string; subject?: string }) =>
  createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
    to: endpointAddress,
    ...mail,
  });
const results = (value: string) => [{ key: "Authentication-Results", value }];

describe("an opt-in by mail", () => {
  const optedOut = async () => {
    const eva = await person();
    await faro.send("POST", `/api/people/${eva.id}/opt-out`, { reason: "By phone" });
    return eva;
  };

  test("from a sender who is not proven goes to review and releases nothing", async () => {
    const eva = await optedOut();
    await post({ from: eva.email, text: "START" });
    await post({
      from: eva.email,
      text: "start",
      headers: results("evil.test; dmarc=pass header.from=example.org"),
    });
    expect(await reviewsOf(eva.id)).toMatchObject([
      { subject: "opt_in", words: "START" },
      { subject: "opt_in", words: "start" },
    ]);
    expect(await ledger(eva.id)).toMatchObject([{ state: "opted_out", source: "operator" }]);
  });

  test("counts when a trusted relay authenticated the sender", async () => {
    const eva = await optedOut();
    const headers = results("mx.example.com; dkim=pass header.d=example.org");
    await post({ from: eva.email, text: "START", headers });
    expect(await reviewsOf(eva.id)).toEqual([]);
    expect(await ledger(eva.id)).toMatchObject([{ state: "released", scope: "all" }, { state: "opted_out" }]);
  });

  test("of a person who has not opted out changes nothing", async () => {
    const eva = await person();
    await post({ from: eva.email, text: "START" });
    expect(await reviewsOf(eva.id)).toEqual([]);
    expect(await ledger(eva.id)).toEqual([]);
  });
});

describe("an opt-out by mail", () => {
  test("without proof closes e-mail only, and all channels with it", async () => {
    const eva = await person();
    await post({ from: eva.email, text: "unsubscribe" });
    expect(await ledger(eva.id)).toMatchObject([{ state: "opted_out", scope: "email", source: "reply" }]);
    const ida = await person();
    const headers = results("mx.example.com; dmarc=pass header.from=example.org");
    await post({ from: ida.email, text: "unsubscribe", headers });
    expect(await ledger(ida.id)).toMatchObject([{ state: "opted_out", scope: "all", source: "reply" }]);
  });

  test("that a relay reports as forged waits as a proposal, and holds nothing up", async () => {
    const eva = await person();
    await post({
      from: eva.email,
      text: "unsubscribe",
      headers: results("mx.example.com; dmarc=fail header.from=example.org"),
    });
    expect(await ledger(eva.id)).toEqual([]);
    expect(await reviewsOf(eva.id)).toEqual([]);
    expect(await proposalsOf(eva.id)).toMatchObject([
      { kind: "opt_out", content: { optOut: { subject: "opt_out", address: eva.email } } },
    ]);
  });
});

describe("what a mail without proof says", () => {
  const contactsOf = async (id: string) =>
    (await faro.pool.query("SELECT channel FROM conversations WHERE person_id = $1", [id])).rows;
  const languageOf = async (id: string) =>
    (await faro.pool.query("SELECT language FROM people WHERE id = $1", [id])).rows[0].language;
  const text = "Buenas tardes, quisiera saber cuánto cuesta la batería";

  test("is no answer of the person where a relay reports it as forged, but stands in the thread", async () => {
    const eva = await person();
    const headers = results("mx.example.com; dmarc=fail header.from=example.org");
    await post({ from: eva.email, text: "HELP", headers });
    expect(await contactsOf(eva.id)).toEqual([]);
    const { rows } = await faro.pool.query("SELECT config FROM actions WHERE person_id = $1", [eva.id]);
    expect(rows).toEqual([]);
    const messages = await faro.pool.query("SELECT text FROM messages WHERE person_id = $1", [eva.id]);
    expect(messages.rows).toEqual([{ text: "HELP" }]);
  });

  test("fills in the language of a known person only with proof", async () => {
    const [eva, ida] = [await person(), await person()];
    await post({ from: eva.email, text });
    expect(await languageOf(eva.id)).toBeNull();
    const headers = results("mx.example.com; dmarc=pass header.from=example.org");
    await post({ from: ida.email, text, headers });
    expect(await languageOf(ida.id)).toBe("es");
  });
});

describe("an abuse report", () => {
  const report = (recipient: string, messageId: string) =>
    [
      "From: abuse@isp.example",
      `To: ${endpointAddress}`,
      "Subject: complaint",
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "This is an abuse report",
      "--b",
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "User-Agent: test/1",
      "Version: 1",
      `Original-Rcpt-To: ${recipient}`,
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${messageId}`,
      `To: ${recipient}`,
      "",
      "--b--",
      "",
    ].join("\r\n");
  const send = (raw: string) =>
    createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
      envelope: { from: "abuse@isp.example", to: endpointAddress },
      raw,
    });

  test("that encloses no message of ours silences nobody until an operator accepts it", async () => {
    const [eva, ida] = [await person(), await person()];
    for (const { email } of [eva, ida]) await send(report(email, "<made-up@company.example>"));
    await send(report(eva.email, "<made-up-again@company.example>"));
    for (const { id } of [eva, ida]) {
      expect(await ledger(id)).toEqual([]);
      expect(await reviewsOf(id)).toEqual([]);
      const { body: checks } = await faro.send("POST", `/api/people/${id}/messages/check`, {});
      const byMail = checks.find(({ channel }: { channel: string }) => channel === "email");
      const codes = byMail.reasons.map(({ code }: { code: string }) => code);
      expect(codes).not.toContain("opt_out_under_review");
      // The same again is not asked twice.
      expect(await proposalsOf(id)).toHaveLength(1);
    }
    const [ofEva] = await proposalsOf(eva.id);
    const [ofIda] = await proposalsOf(ida.id);
    expect(ofEva).toMatchObject({ kind: "opt_out", content: { optOut: { subject: "complaint" } } });
    const accepted = await faro.send("POST", `/api/approvals/${ofEva.id}/approve`);
    expect(accepted.body).toMatchObject({ state: "executed", failure: null });
    expect(await ledger(eva.id)).toMatchObject([{ source: "complaint", scope: "all" }]);
    expect((await faro.send("POST", `/api/approvals/${ofIda.id}/refuse`)).body.state).toBe("refused");
    expect(await ledger(ida.id)).toEqual([]);
    expect(await proposalsOf(ida.id)).toEqual([]);
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE entity_id = ANY($1) ORDER BY seq",
      [[ofEva.id, ofIda.id]],
    );
    expect(rows.map(({ description }) => description)).toEqual([
      "Accepted what came without proof from “E-mail”",
      "Rejected what came without proof from “E-mail”",
    ]);
  });

  test("that encloses our message opts its recipient out", async () => {
    const eva = await person();
    const { rows } = await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, messenger, config, not_before)
       VALUES ($1, 'email', 'sent', 'smtp', jsonb_build_object('rendered', jsonb_build_object('to', $2::text)), 'infinity')
       RETURNING id`,
      [eva.id, eva.email],
    );
    await send(report("other@example.net", `<${rows[0].id}@company.example>`));
    expect(await ledger(eva.id)).toMatchObject([{ source: "complaint", scope: "all" }]);
  });
});

describe("what a mail says of a known person", () => {
  const lastNameOf = async (id: string) => (await faro.send("GET", `/api/people/${id}`)).body.lastName;

  test("waits as a proposal, unless a relay proves that the person wrote it", async () => {
    const [eva, ida] = [await person(), await person()];
    await post({ from: `"Eva Mallory" <${eva.email}>`, text: "When do you open?" });
    await expect
      .poll(() => proposalsOf(eva.id), { timeout: 180_000 })
      .toMatchObject([
        { kind: "change", content: { change: { proposer: "mail", set: { lastName: "Mallory" } } } },
      ]);
    expect(await lastNameOf(eva.id)).toBeNull();
    const headers = results("mx.example.com; dkim=pass header.d=example.org");
    await post({ from: `"Eva Rivera" <${ida.email}>`, text: "When do you open?", headers });
    await expect.poll(() => lastNameOf(ida.id), { timeout: 180_000 }).toBe("Rivera");
    expect(await proposalsOf(ida.id)).toEqual([]);
  });

  test("waits with the newest others, and an opt-out beside them", async () => {
    const eva = await person();
    const names = ["Alfa", "Bravo", "Coral", "Delta", "Eco", "Faro"];
    const lastNames = async () =>
      (await proposalsOf(eva.id)).flatMap(
        ({ content }: { content: { change?: { set: { lastName: string } } } }) =>
          content.change?.set.lastName ?? [],
      );
    for (const name of names) {
      await post({ from: `"Eva ${name}" <${eva.email}>`, text: "When do you open?" });
      await expect.poll(lastNames, { timeout: 180_000 }).toContain(name);
    }
    expect((await lastNames()).sort()).toEqual(names.slice(1));
    const headers = results("mx.example.com; dmarc=fail header.from=example.org");
    for (const text of ["unsubscribe", "stop"]) await post({ from: eva.email, text, headers });
    const kinds = (await proposalsOf(eva.id)).map(({ kind }: { kind: string }) => kind).sort();
    expect(kinds).toEqual([...names.slice(1).map(() => "change"), "opt_out"]);
  });

  test("waits where the proof is of the sender, and the person is found by a phone number; no consent counts", async () => {
    const phone = "+17875550170";
    const mapping = {
      person: { email: "from.address", phone: "subject", "consents.sms": "true" },
      event: {},
    };
    await faro.pool.query(
      "INSERT INTO endpoints (name, type, hook_token, mapping_template) VALUES ('Portal', 'email', 'portal', $1)",
      [mapping],
    );
    const { id } = (await faro.send("POST", "/api/people", { firstName: "Ana", phone })).body;
    await post({
      to: "portal@in.example.com",
      from: "mallory@example.org",
      subject: phone,
      text: "Call me",
      headers: results("mx.example.com; dkim=pass header.d=example.org"),
    });
    await expect
      .poll(() => proposalsOf(id), { timeout: 180_000 })
      .toMatchObject([{ content: { change: { set: { email: "mallory@example.org" } } } }]);
    const ana = (await faro.send("GET", `/api/people/${id}`)).body;
    expect([ana.email, ana.consents]).toEqual([null, {}]);
    expect((await faro.send("GET", `/api/consents?personId=${id}`)).body.records).toEqual([]);
  });
});

describe("people from mail", () => {
  const peopleWith = async (email: string) =>
    (await faro.pool.query("SELECT id FROM people WHERE email = $1", [email])).rowCount;
  const recorded = (type: string, subject: string) =>
    expect
      .poll(
        async () =>
          (
            await faro.pool.query(
              "SELECT validation_status FROM events WHERE event_type = $1 AND raw_data ->> 'subject' = $2",
              [type, subject],
            )
          ).rows,
        { timeout: 180_000 },
      )
      .toEqual([{ validation_status: "valid" }]);

  test("are not created by a bounce or a complaint about a stranger", async () => {
    const bounce = [
      "From: MAILER-DAEMON@mx.example",
      "Subject: Undelivered",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      "Final-Recipient: rfc822; stranger@example.net",
      "Action: failed",
      "Status: 5.1.1",
      "",
      "--b--",
      "",
    ].join("\r\n");
    await createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
      envelope: { from: "", to: endpointAddress },
      raw: bounce,
    });
    await recorded("email_bounce", "Undelivered");
    expect(await peopleWith("stranger@example.net")).toBe(0);
  });

  test("may have addresses with letters beyond ASCII", async () => {
    await createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
      envelope: { from: "josé@exámple.org", to: endpointAddress },
      raw: Buffer.from("From: José <José@exámple.org>\r\nSubject: Ñandú\r\n\r\nQuiero información\r\n"),
    });
    await recorded("email", "Ñandú");
    expect(await peopleWith("josé@exámple.org")).toBe(1);
  });
});

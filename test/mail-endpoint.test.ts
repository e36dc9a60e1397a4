import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { freePort } from "./process.ts";

let faro: TestFaro;
let operator: Visitor;
let port: number;
beforeAll(async () => {
  port = await freePort();
  faro = await startTestFaro({ FARO_SMTP_PORT: String(port), FARO_MAIL_DOMAIN: "in.example.com" });
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const send = (to: string, more: object = {}) =>
  createTransport({ host: "127.0.0.1", port, ignoreTLS: true }).sendMail({
    from: "Rosa Vega <rosa@example.org>",
    to,
    subject: "Una cotización",
    text: "Quisiera una cotización.\n\n> El lunes escribieron:\n> Hola",
    attachments: [{ filename: "techo.txt", content: "plano" }],
    ...more,
  });

test("mail to an endpoint's address becomes an event of its sender, with the attachment", async () => {
  const made = (await operator.send("POST", "/api/endpoints", { name: "Ventas", type: "email" })).body;
  expect(made.mailAddress).toMatch(/^[0-9a-f]{40}@in\.example\.com$/);
  await send(made.mailAddress);
  const first = async () => (await operator.send("GET", `/api/endpoints/${made.id}/events`)).body.events[0];
  await expect.poll(async () => (await first())?.status, { timeout: 180_000 }).toBe("valid");
  const event = (await operator.send("GET", `/api/events/${(await first()).id}`)).body;
  expect(event).toMatchObject({
    eventType: "email",
    personName: "Rosa Vega",
    raw: { subject: "Una cotización", reply: "Quisiera una cotización." },
  });
  expect(event.files).toMatchObject([{ filename: "techo.txt", size: 5 }]);
  const person = (await operator.send("GET", `/api/people/${event.personId}`)).body;
  expect(person).toMatchObject({ email: "rosa@example.org", firstName: "Rosa", lastName: "Vega" });
});

test("mail of a portal becomes an event of the lead in its body", async () => {
  const made = (await operator.send("POST", "/api/endpoints", { name: "Portal", type: "email" })).body;
  await send(made.mailAddress, {
    from: "Portal <noreply@portal.example>",
    text: "Nuevo interesado\n\nNombre: Luis Soto\nCorreo: luis@example.org\nTeléfono: 787-555-0188\nMensaje: Quisiera ver la casa el lunes",
  });
  const first = async () => (await operator.send("GET", `/api/endpoints/${made.id}/events`)).body.events[0];
  await expect.poll(async () => (await first())?.status, { timeout: 180_000 }).toBe("valid");
  const person = (await operator.send("GET", `/api/people/${(await first()).personId}`)).body;
  expect(person).toMatchObject({
    firstName: "Luis",
    lastName: "Soto",
    email: "luis@example.org",
    phone: "+17875550188",
    language: "es",
  });
});

test("mails of a website's form are leads of their visitors, not of the website", async () => {
  const made = (await operator.send("POST", "/api/endpoints", { name: "WordPress", type: "email" })).body;
  const visitors = ["Eva Cruz", "Raúl Mora", "Inés Vidal"].map((name, index) => ({
    name,
    email: `visitor${index}@example.net`,
  }));
  for (const { name, email } of visitors)
    await send(made.mailAddress, {
      from: "Sol del Este <wordpress@soldeleste.example>",
      replyTo: email,
      subject: "Sol del Este: contacto",
      text: `From: ${name} <${email}>\nSubject: Placas\n\nMessage Body:\nQuiero una cotización.\n\n-- \nThis e-mail was sent from a contact form`,
      attachments: [],
    });
  const events = async () => (await operator.send("GET", `/api/endpoints/${made.id}/events`)).body.events;
  await expect
    .poll(async () => (await events()).map(({ personName }: { personName: string }) => personName).sort())
    .toEqual(visitors.map(({ name }) => name).sort());
});

test("a message whose only part is ADF is the lead of its customer", async () => {
  const made = (await operator.send("POST", "/api/endpoints", { name: "ADF", type: "email" })).body;
  await send(made.mailAddress, {
    from: "Portal <sales@portal.example>",
    text: undefined,
    attachments: [
      {
        contentType: "text/xml",
        content: `<?adf version="1.0"?><adf><prospect><customer><contact><name part="full">Luz Marte</name><email>luz@example.net</email></contact></customer></prospect></adf>`,
      },
    ],
  });
  const events = async () => (await operator.send("GET", `/api/endpoints/${made.id}/events`)).body.events;
  await expect.poll(async () => (await events())[0]?.personName).toBe("Luz Marte");
});

test("rejects mail to a replaced address and to an inactive endpoint", async () => {
  const made = (await operator.send("POST", "/api/endpoints", { name: "Otra", type: "email" })).body;
  await operator.send("POST", `/api/endpoints/${made.id}/rotate-url`, { overlapHours: 0 });
  await expect(send(made.mailAddress)).rejects.toMatchObject({ responseCode: 550 });
  const { mailAddress } = (await operator.send("GET", `/api/endpoints/${made.id}`)).body;
  await send(mailAddress);
  await operator.send("PUT", `/api/endpoints/${made.id}`, {
    name: "Otra",
    type: "email",
    status: "inactive",
  });
  await expect(send(mailAddress)).rejects.toMatchObject({ responseCode: 550 });
});

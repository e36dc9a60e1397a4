import { describe, expect, test } from "vitest";
import { guessMapping } from "./guess-mapping.ts";
import { mappingTemplate } from "./mapping.ts";
import { evaluatePlainExpression, parsePlainExpression } from "./plain-expression.ts";

const email = "ana@example.com";
const phone = "787-555-0123";

describe("a mapping guessed from a payload", () => {
  test.each<[string, unknown, Record<string, string>]>([
    [
      "a flat form",
      { email, first_name: "Ana", last_name: "Ríos", phone },
      { email: "email", phone: "phone", firstName: "first_name", lastName: "last_name" },
    ],
    [
      "camel case",
      { emailAddress: email, firstName: "Ana", lastName: "Ríos", mobilePhone: phone },
      { email: "emailAddress", phone: "mobilePhone", firstName: "firstName", lastName: "lastName" },
    ],
    [
      "kebab case",
      { "your-name": "Ana Ríos", "your-email": email, "your-tel": phone },
      { email: "`your-email`", phone: "`your-tel`", fullName: "`your-name`" },
    ],
    [
      "Spanish",
      { nombre: "Ana", apellidos: "Ríos", correo: email, telefono: phone },
      { email: "correo", phone: "telefono", firstName: "nombre", lastName: "apellidos" },
    ],
    [
      "Spanish, whole name",
      { nombre: "Ana Ríos", correo_electronico: email, celular: 7875550123 },
      { email: "correo_electronico", phone: "celular", fullName: "nombre" },
    ],
    [
      "questions",
      { "What is your e-mail address?": email, "¿Cuál es su nombre completo?": "Ana Ríos" },
      { email: "`What is your e-mail address?`", fullName: "`¿Cuál es su nombre completo?`" },
    ],
    [
      "customer before owner",
      { owner: { email: "boss@example.com" }, customer: { email, name: "Ana Ríos" } },
      { email: "customer.email", fullName: "customer.name" },
    ],
    [
      "lead before agent",
      { agent_email: "a@example.org", agent_phone: "787-555-0100", lead_email: email, lead_phone: phone },
      { email: "lead_email", phone: "lead_phone" },
    ],
    [
      "contact before company",
      {
        company: { name: "Acme", email: "info@example.org", phone: "787-555-0100" },
        contact: { email, phone },
      },
      { email: "contact.email", phone: "contact.phone" },
    ],
    [
      "wrapped values",
      { properties: { email: { value: email }, firstname: { value: "Ana" }, lastname: { value: "Ríos" } } },
      {
        email: "properties.email.value",
        firstName: "properties.firstname.value",
        lastName: "properties.lastname.value",
      },
    ],
    [
      "names inside",
      { person: { name: { first: "Ana", last: "Ríos" }, emails: [{ value: email, type: "work" }] } },
      { email: "person.emails[0].value" },
    ],
    [
      "pairs of name and values",
      {
        field_data: [
          { name: "email", values: [email] },
          { name: "full_name", values: ["Ana Ríos"] },
        ],
      },
      { email: "field_data[name='email'].values[0]", fullName: "field_data[name='full_name'].values[0]" },
    ],
    [
      "pairs of label and value",
      {
        answers: [
          { label: "Correo", value: email },
          { label: "Teléfono", value: phone },
        ],
      },
      { email: "answers[label='Correo'].value", phone: "answers[label='Teléfono'].value" },
    ],
    [
      "questions and answers",
      {
        qa: [
          { question: "Your email?", answer: email },
          { question: "Your phone?", answer: phone },
        ],
      },
      { email: "qa[question='Your email?'].answer", phone: "qa[question='Your phone?'].answer" },
    ],
    ["an inbound message", { From: "+17875550123", To: "+17875550100", Body: "Hola" }, { phone: "From" }],
    [
      "an outbound message",
      { direction: "outbound-api", from: "+17875550100", to: "+17875550123", body: "Hi" },
      { phone: "to" },
    ],
    ["a list of one", [{ email }], { email: "$[0].email" }],
    [
      "JSON in a field",
      { payload: JSON.stringify({ event: "signed_up", user: { email } }) },
      { email: "$json(payload).user.email" },
    ],
    [
      "nameless fields",
      { "1": email, "2": "(787) 555-0123", "3": "12345678" },
      { email: "`1`", phone: "`2`" },
    ],
    [
      "both kinds of author",
      { author: { type: "admin", email: "a@example.org" }, user: { type: "lead", email } },
      { email: "user.email" },
    ],
    [
      "an author who is a customer",
      { conversation: { author: { type: "user", email, name: "Ana Ríos" } } },
      { email: "conversation.author.email", fullName: "conversation.author.name" },
    ],
  ])("%s", (_, payload, person) => {
    expect(guessMapping(payload).person).toMatchObject(person);
    if (!("fullName" in person) && "firstName" in person)
      expect(guessMapping(payload).person).toEqual(person);
  });

  test("takes no question of a form for a message, but a question that the person asks", () => {
    const answers = [{ question: "How did you hear of us?", answer: "From a friend" }];
    expect(guessMapping({ email, answers }).event).toEqual({});
    expect(guessMapping({ email, question: "Is it still available?" }).event.message).toBe("question");
  });

  test("finds the sender of a WhatsApp message, not the business number", () => {
    const payload = {
      entry: [
        {
          changes: [
            {
              value: {
                metadata: { display_phone_number: "17875550100", phone_number_id: "106540352242922" },
                contacts: [{ profile: { name: "Ana Ríos" }, wa_id: "17875550123" }],
                messages: [
                  { from: "17875550123", id: "wamid.x", type: "text", text: { body: "Hola a todos" } },
                ],
              },
            },
          ],
        },
      ],
    };
    const { person, event } = guessMapping(payload);
    expect(person).toEqual({
      phone: "entry[0].changes[0].value.contacts[0].wa_id",
      fullName: "entry[0].changes[0].value.contacts[0].profile.name",
    });
    expect(event.message).toBe("entry[0].changes[0].value.messages[0].text.body");
  });

  test.each<[unknown]>([
    [{}],
    [[]],
    [null],
    ["text"],
    [7],
    [{ event: 1, created_at: "2026-01-01T00:00:00Z", ip: "192.0.2.1", id: "12345678901", total: 7875550123 }],
    [{ repository: { owner: { email } }, pusher: { name: "ana", email }, commits: [{ author: { email } }] }],
    [{ email: "noreply@example.com", phone: "n/a" }],
    [{ product: { name: "Blue shirt" }, page: { name: "Home" }, phone_number_id: "106540352242922" }],
    [{ email: "", phone: null, name: "" }],
  ])("%j contains no person", (payload) => expect(guessMapping(payload).person).toEqual({}));

  test.each<[unknown, string | undefined]>([
    [{ event_type: "lead.created", type: "x" }, "event_type"],
    [{ type: "contact.created", data: { type: "y" } }, "type"],
    [{ event: "invitee.created" }, "event"],
    [{ event: { type: "paid" } }, "event.type"],
    [{ action: "opened" }, "action"],
    [{ event: "https://example.com/x" }, undefined],
    [{ user: { type: "User" } }, undefined],
    [{ meta: { event_type: "paid" } }, "meta.event_type"],
    [{ type: 4 }, undefined],
  ])("%j has its event type in %s", (payload, expression) => {
    expect(guessMapping(payload).event.type).toBe(expression);
  });

  test("is a valid mapping whose every expression finds its value", () => {
    const payload = {
      data: { "odd `name`": email, "odd name": email, Teléfono: phone, Mensaje: "Hola, ¿qué tal?" },
    };
    const template = guessMapping(payload);
    expect(mappingTemplate.parse(template)).toEqual(template);
    const found = [...Object.values(template.person), ...Object.values(template.event)].map((expression) => {
      const plain = parsePlainExpression(expression);
      return plain && evaluatePlainExpression(plain, payload);
    });
    expect(found).toEqual([email, phone, "Hola, ¿qué tal?"]);
  });

  test("is bounded for very deep and very wide payloads", () => {
    let deep: unknown = { email };
    for (let level = 0; level < 10_000; level++) deep = { deep };
    expect(guessMapping(deep).person).toEqual({});
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, { value: at }]));
    expect(guessMapping({ ...wide, email }).person).toEqual({});
    expect(guessMapping({ email, ...wide }).person).toEqual({ email: "email" });
  });
});

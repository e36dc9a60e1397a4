import { describe, expect, test } from "vitest";
import { fillSchema } from "./fill-schema.ts";
import type { LlmRequest } from "./prompt.ts";
import { toFillSource } from "./responders/structured-output.ts";

const toRequest = (text: string, instructions = ""): LlmRequest => ({
  messages: [
    { role: "system", text: instructions },
    { role: "user", text },
  ],
  tools: [],
  requiredTools: [],
  schema: undefined,
  maxTokens: undefined,
});
const fill = (schema: unknown, text: string, instructions?: string): any =>
  fillSchema(schema, toFillSource(toRequest(text, instructions)));
const fillOne = (name: string, schema: unknown, text: string, instructions?: string): any =>
  fill({ type: "object", properties: { [name]: schema }, required: [name] }, text, instructions)[name];

const intents =
  "opt_out complaint wants_human ready_to_buy schedule callback_later not_interested interested question other".split(
    " ",
  );

describe("an intent", () => {
  test.each([
    ["Please stop texting me", "opt_out"],
    ["No me escriban más", "opt_out"],
    ["Nobody came yesterday, this is terrible", "complaint"],
    ["El inversor no funciona", "complaint"],
    ["Can I talk to a real person?", "wants_human"],
    ["Quiero hablar con una persona", "wants_human"],
    ["I'm ready to sign", "ready_to_buy"],
    ["¿Dónde firmo?", "ready_to_buy"],
    ["Quisiera coordinar una visita", "schedule"],
    ["Call me back later, I'm at work", "callback_later"],
    ["No me interesa, gracias", "not_interested"],
    ["I'd like more information about solar", "interested"],
    ["¿Tienen estacionamiento?", "question"],
    ["lorem ipsum", "other"],
  ])("of %j is %s", (text, intent) => {
    expect(fillOne("intent", { enum: intents }, text)).toBe(intent);
  });

  test("has the name that the schema gives it", () => {
    const values = ["buy", "book", "wants_person", "cancel", "later"];
    const readIntent = (text: string) => fillOne("intent", { enum: values }, text);
    expect(readIntent("Can I speak with somebody?")).toBe("wants_person");
    expect(readIntent("I want to book an appointment")).toBe("book");
    expect(readIntent("Quiero cancelar mi plan")).toBe("cancel");
  });
});

test.each([
  ["sentiment", { enum: ["positive", "neutral", "negative"] }, "This is awful", "negative"],
  ["sentiment", { enum: ["positive", "neutral", "negative"] }, "Excelente, me encanta", "positive"],
  ["sentiment", { enum: ["positive", "neutral", "negative"] }, "I live in Ponce", "neutral"],
  ["sentiment", { type: "number", minimum: -1, maximum: 1 }, "This is awful", -1],
  ["urgency", { enum: ["low", "medium", "high"] }, "Es urgente, estamos sin luz", "high"],
  ["urgency", { type: "integer", minimum: 1, maximum: 5 }, "Es urgente, estamos sin luz", 5],
  ["language", { enum: ["english", "spanish"] }, "Quiero saber el precio de la batería", "spanish"],
  [
    "language",
    { enum: ["en", "es", "mixed"] },
    "I need a quote for the house, para la casa de mi mamá",
    "mixed",
  ],
  ["language", { type: "string" }, "How much is the battery for my house?", "en"],
  ["optOut", { type: "boolean" }, "Unsubscribe me", true],
  ["opt_out", { enum: ["yes", "no", "unclear"] }, "When do you open?", "no"],
  ["needsHuman", { type: "boolean" }, "I want to talk to a person", true],
  ["nextAction", { enum: ["wait", "call", "hand_over", "close"] }, "No me interesa", "close"],
  ["nextAction", { enum: ["wait", "call", "hand_over", "close"] }, "This is broken, I am upset", "hand_over"],
  ["nextStep", { type: "string" }, "Quiero una cita", "Ofrecer horas para la cita."],
  ["email", { type: "string", format: "email" }, "Write to ana@example.com please", "ana@example.com"],
  ["phone", { type: "string" }, "Call 787-555-0142.", "787-555-0142"],
  ["firstName", { type: "string" }, "Hola, me llamo Carmen Ruiz", "Carmen"],
  ["budget", { type: "number" }, "I pay about $1,250 a month", 1250],
  ["objection", { anyOf: [{ enum: ["price", "trust"] }, { type: "null" }] }, "Está muy caro", "price"],
  ["objection", { anyOf: [{ enum: ["price", "trust"] }, { type: "null" }] }, "Hello", null],
  ["objection", { type: ["string", "null"], enum: ["price", "trust", null] }, "Hello", null],
  [
    "asks",
    { type: "array", items: { enum: ["price", "location", "warranty"] } },
    "Precio y garantía?",
    ["price", "warranty"],
  ],
  [
    "asks",
    { type: "array", items: { enum: ["price", "warranty"] }, maxItems: 1 },
    "Precio y garantía?",
    ["price"],
  ],
  ["asks", { type: "array", items: { enum: ["price", "none"] }, minItems: 1 }, "Hello", ["none"]],
  [
    "summary",
    { type: "string", maxLength: 24 },
    "I live in Ponce and need power.",
    "I live in Ponce and need",
  ],
  ["summary", { type: "string" }, "First. Second. Third. Fourth.", "First. Second. Third."],
])("%s %j of %j is %j", (name, schema, text, expected) => {
  expect(fillOne(name, schema, text)).toEqual(expected);
});

test("signals carry their kind, their value and the exact words", () => {
  const text = "Está caro, pero quiero una cita mañana. ¡Excelente servicio!";
  const schema = {
    type: "object",
    properties: {
      items: {
        type: "array",
        maxItems: 8,
        items: {
          type: "object",
          properties: {
            kind: { enum: ["intent", "objection", "sentiment"] },
            value: { type: "string" },
            quote: { type: "string" },
            strength: { enum: ["weak", "plain", "strong"] },
          },
          required: ["kind", "value", "quote", "strength"],
        },
      },
    },
    required: ["items"],
  };
  const { items } = fill(schema, text);
  expect(items).toContainEqual({ kind: "objection", value: "price", quote: "caro", strength: "plain" });
  expect(items.map(({ kind }: any) => kind)).toEqual(
    expect.arrayContaining(["intent", "objection", "sentiment"]),
  );
  for (const { quote } of items) expect(text).toContain(quote);
});

test("sources are identifiers that the prompt gave", () => {
  const passages =
    '<passages><p id="k7">We open at 8.</p><p id="k9">The warranty is ten years.</p></passages>';
  const schema = { type: "array", items: { type: "string" } };
  expect(fillOne("sourceIds", schema, "How long is the warranty?", passages)).toEqual(["k9"]);
  expect(fillOne("sourceIds", schema, "How long is the warranty?")).toEqual([]);
});

test("the message is taken from the prompt around it", () => {
  const quote = (text: string) => fillOne("quote", { type: "string" }, text);
  expect(quote("Read this.\n<message>Quiero comprar hoy</message>\nThe price list is attached.")).toBe(
    "Quiero comprar",
  );
  expect(
    quote("<conversation>\nCustomer: hello\nAgent: good day\nCustomer: nobody came\n</conversation>"),
  ).toBe("nobody came");
  expect(quote('{"channel":"sms","text":"es muy caro"}')).toBe("muy caro");
});

test("optional properties stay away without evidence", () => {
  const properties = { email: { type: "string" }, phone: { type: "string" }, note: { type: "string" } };
  expect(fill({ type: "object", properties, required: ["phone"] }, "ana@example.com")).toEqual({
    email: "ana@example.com",
    phone: "sandbox",
    note: "ana@example.com",
  });
});

test("references and unions are followed", () => {
  const schema = {
    $defs: { mood: { enum: ["happy", "neutral"] } },
    type: "object",
    properties: {
      sentiment: { $ref: "#/$defs/mood" },
      reply: { oneOf: [{ type: "object", properties: { email: { type: "string" } } }, { type: "string" }] },
    },
    required: ["sentiment", "reply"],
  };
  expect(fill(schema, "This is wonderful")).toEqual({
    sentiment: "happy",
    reply: "Thank you for your message. How can we help you?",
  });
});

test("an element of a list names the line that its words stand on", () => {
  const sentence = {
    type: "object",
    properties: { sentence: { type: "string" }, entryIds: { type: "array", items: { type: "string" } } },
    required: ["sentence", "entryIds"],
  };
  const schema = {
    type: "object",
    properties: { sentences: { type: "array", items: sentence } },
    required: ["sentences"],
  };
  const text = "[e1] They wrote: hello\n[e2] They wrote: I want to talk to a person";
  expect(fill(schema, text).sentences).toContainEqual({
    sentence: "They wrote: I want to talk to a person",
    entryIds: ["e2"],
  });
});

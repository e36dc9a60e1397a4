import { createHmac } from "node:crypto";
import type { LoadTarget } from "./load.ts";
import type { Send } from "./signed-in.ts";

const apiKey = "bench-key-123456";

const idDigits = 10;
const signatureDigits = 64;
const emptyId = "0".repeat(idDigits);

/** A form submission of about a kilobyte, from one of several people. */
const payloadOf = (n: number): string =>
  JSON.stringify({
    type: "form_submitted",
    id: emptyId,
    contact: {
      first_name: "Ana",
      last_name: `Rivera ${n % 1000}`,
      email: `ana${n % 20_000}@example.com`,
      phone: `+1787555${String(n % 10_000).padStart(4, "0")}`,
    },
    answers: Array.from({ length: 6 }, (_, at) => ({
      question: `How did you hear of us (${at})?`,
      answer: "From a friend who has solar panels on the roof",
    })),
    page: "https://www.example.com/solar/estimate?utm_source=search&utm_campaign=fall",
  });
const bodies = Array.from({ length: 500 }, (_, n) => payloadOf(n * 37));

type Template = { bytes: Buffer; signatureAt: number; bodyAt: number; idAt: number };

/** Serialized once: the load generator shares the cores with the server. */
const toTemplate = (url: string, body: string): Template => {
  const { pathname, search, host } = new URL(url);
  const lines = [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    `x-api-key: ${apiKey}`,
    "x-signature: ",
  ];
  const start = lines.join("\r\n");
  const head = `${start}${" ".repeat(signatureDigits)}\r\n\r\n`;
  return {
    bytes: Buffer.from(head + body),
    signatureAt: start.length,
    bodyAt: head.length,
    idAt: head.length + body.indexOf(emptyId),
  };
};

let lastId = 0;

/** Signed events, each with an id of its own: a repeated delivery is recognised and stores nothing. */
export const signedEvents = (url: string, secret: string): LoadTarget => {
  const templates = bodies.map((body) => toTemplate(url, body));
  return {
    url,
    next: () => {
      lastId += 1;
      const { bytes, signatureAt, bodyAt, idAt } = templates[lastId % templates.length] as Template;
      const request = Buffer.from(bytes);
      request.write(String(lastId).padStart(idDigits, "0"), idAt, "latin1");
      const signature = createHmac("sha256", secret).update(request.subarray(bodyAt)).digest("hex");
      request.write(signature, signatureAt, "latin1");
      return request;
    },
  };
};

/** An endpoint for them; returns its address. */
export const createSignedEndpoint = async (send: Send, secret: string): Promise<string> => {
  const { webhookUrl = "" } = await send("POST", "/api/endpoints", {
    name: "Bench",
    authMethod: "api_key_secret_key",
    endpointUrl: "https://sender.example",
    apiKey,
    secretKey: secret,
  });
  return webhookUrl;
};

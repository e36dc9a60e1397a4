import { expect, test } from "vitest";
import type { Channel } from "#domain/channels/channel.ts";
import { designText } from "#domain/email/design-text.ts";
import type { EmailBlock } from "#domain/email/email-design.ts";
import { accentCost, checkContent } from "./content-checks.ts";

const codes = (channel: Channel, body: string, subject: string | null = "A subject") =>
  checkContent({ channel, subject, body, design: null, htmlBytes: null, linkOrigin: null }).map(
    ({ code }) => code,
  );

const good = "{{company_name}}: hello. Reply STOP to end.";

test.each<[Channel, string, string[]]>([
  ["sms", good, []],
  ["sms", "Hello. Reply STOP to end.", ["sender_unnamed"]],
  ["sms", "{{company_name}}: hello", ["stop_missing"]],
  ["sms", "{{company_name}}: hola. ALTO para no recibir más", []],
  ["sms", `${good} Está aquí ${"a".repeat(60)}`, ["accents_cost"]],
  ["sms", `${good} http://a.example`, ["link_not_secure"]],
  ["sms", `${good} https://bit.ly/x`, ["link_shortener"]],
  ["sms", "{{company_name}}: OFERTA SOLO HOY. ALTO", ["all_capitals"]],
  ["whatsapp", "De {{company_name}}: hola", ["stop_missing"]],
  ["whatsapp", "{{company_name}}: hola. ALTO", ["variable_at_edge"]],
  ["call", "HELLO TO EVERYBODY", []],
  ["email", "Hello", []],
])("on %s %j gives %j", (channel, body, expected) => {
  expect(codes(channel, body)).toEqual(expected);
});

const shared = { id: "a", onlyIf: null };
const image = {
  ...shared,
  kind: "image",
  imageId: "7b0d9a52-0000-4000-8000-000000000001",
  width: 1,
  height: 1,
  href: "",
} as const;

test.each<[string, EmailBlock, string[]]>([
  ["a picture without words", { ...image, alt: " " }, ["image_without_words"]],
  ["a picture that is not there", { ...image, imageId: null, alt: "a" }, ["image_missing"]],
  ["a described picture", { ...image, alt: "A roof" }, []],
  [
    "a button without address",
    { ...shared, kind: "button", label: "Go", href: "", align: "left" },
    ["link_broken"],
  ],
  [
    "a button to a script",
    { ...shared, kind: "button", label: "Go", href: "javascript:x()", align: "left" },
    ["link_broken"],
  ],
  [
    "a button to the website",
    { ...shared, kind: "button", label: "Go", href: "{{company_website}}", align: "left" },
    [],
  ],
  [
    "an open link",
    { ...shared, kind: "button", label: "Go", href: "http://a.example", align: "left" },
    ["link_not_secure"],
  ],
  ["an empty text", { ...shared, kind: "text", text: " " }, ["block_empty"]],
  ["empty columns", { ...shared, kind: "columns", columns: [[], []] }, ["block_empty"]],
  ["a broken link in a text", { ...shared, kind: "text", text: "[a](b)" }, ["link_broken"]],
  [
    "a shouting heading",
    { ...shared, kind: "heading", text: "ÚLTIMA OPORTUNIDAD", level: 1 },
    ["all_capitals"],
  ],
  ["an unknown condition", { id: "a", onlyIf: "nope", kind: "text", text: "a" }, ["condition_unknown"]],
])("%s", (_name, block, expected) => {
  const design = { preheader: "", blocks: [block], footerNote: "" };
  const body = designText(design);
  const found = checkContent({
    channel: "email",
    subject: "Hi",
    body,
    design,
    htmlBytes: 1,
    linkOrigin: null,
  });
  expect(found.map(({ code }) => code)).toEqual(expected);
});

test("a mail over 102 KB, and one without a subject", () => {
  const design = { preheader: "", blocks: [], footerNote: "" };
  const check = (htmlBytes: number, subject: string | null) =>
    checkContent({ channel: "email", subject, body: "a", design, htmlBytes, linkOrigin: null }).map(
      ({ code }) => code,
    );
  expect(check(102 * 1024, "Hi")).toEqual([]);
  expect(check(102 * 1024 + 1, null)).toEqual(["email_too_large", "subject_missing"]);
});

test("says what accents cost, and nothing where plain spelling saves nothing", () => {
  expect(accentCost(`Su batería está lista. ${"a".repeat(60)}`)).toEqual({
    segments: 2,
    plain: 1,
    characters: "í á",
  });
  expect(accentCost("Está bien")).toBeNull();
  expect(accentCost("Mañana a las 9 ¿sí? 😀".padEnd(100))).toBeNull();
});

test("measures short links as they are sent", () => {
  const body = `{{company_name}}: su oferta está lista {{short_link|https://sol.example/${"a".repeat(95)}}} ALTO`;
  const costOf = (linkOrigin: string | null) =>
    checkContent({ channel: "sms", subject: null, body, design: null, htmlBytes: null, linkOrigin });
  expect(costOf(null)).toMatchObject([{ code: "accents_cost", segments: 3 }]);
  expect(costOf("https://go.example")).toMatchObject([{ code: "accents_cost", segments: 2, plain: 1 }]);
});

import { describe, expect, test } from "vitest";
import { formPage } from "./form-page.ts";
import { confirmationMessage, revealLink } from "./form-texts.ts";
import { checkLeadForm, formMapping, isConsentChanged, leadFormInput } from "./lead-form.ts";
import { readSubmission } from "./read-submission.ts";

const both = (text: string) => ({ en: text, es: `${text} (es)` });
const form = leadFormInput.parse({
  name: "Quote",
  slug: "quote",
  fields: [
    { name: "firstName", required: true },
    { name: "email", required: true },
    { name: "phone" },
    { name: "message" },
    { name: "field.roof" },
  ],
  title: both("Ask for a quote"),
  intro: both("We answer today"),
  button: both("Send"),
  thanks: both("Thank you"),
  consents: [
    { channel: "email", text: both("You may send me offers by e-mail") },
    { channel: "sms", text: both("You may send me offers by SMS") },
  ],
  origins: ["https://www.example.com/", "shop.example.com", "http://localhost:3000"],
});
const roof = {
  key: "roof",
  kind: "choice" as const,
  choices: ["flat", "tile"],
  archivedAt: null,
  label: { en: "Roof", es: "Techo" },
};
const context = { country: "PR" as const, customFields: [roof] };
const good = { firstName: " Ana ", email: "Ana@Example.com", phone: "787-555-0142" };

describe("a form", () => {
  test("keeps the origins of sites, in one writing", () => {
    expect(form.origins).toEqual([
      "https://www.example.com",
      "https://shop.example.com",
      "http://localhost:3000",
    ]);
  });

  test.each([
    "http://www.example.com",
    "https://*.example.com",
    "https://example.com/path",
    "https://a b.com",
    "example",
    "https://example.com; script-src *",
    "javascript:alert(1)",
  ])("refuses the site %s", (origin) => {
    expect(leadFormInput.safeParse({ ...form, origins: [origin] }).success).toBe(false);
  });

  test.each(["Quote", "-a", "a-", "a b", "../x", ""])("refuses the address %s", (slug) => {
    expect(leadFormInput.safeParse({ ...form, slug }).success).toBe(false);
  });

  const { email, sms } = { email: form.consents[0], sms: form.consents[1] };
  test.each([
    ["no address", [{ name: "firstName" }], [], [["fields", "no_address"]]],
    ["a field twice", [{ name: "email" }, { name: "email" }], [], [["fields.1", "field_twice"]]],
    ["a consent twice", [{ name: "email" }], [email, email], [["consents.1", "consent_twice"]]],
    [
      "a consent to calls without a phone",
      [{ name: "email" }],
      [sms],
      [["consents.0", "consent_without_address"]],
    ],
    ["nothing wrong", form.fields, form.consents, []],
  ])("with %s", (_, fields, consents, found) => {
    const checked = checkLeadForm(leadFormInput.parse({ ...form, fields, consents }));
    expect(checked.map(({ path, problem }) => [path, problem])).toEqual(found);
  });

  test("has a new version when a wording changes, not when the order does", () => {
    expect(isConsentChanged(form.consents, form.consents.toReversed())).toBe(false);
    const [first, ...rest] = form.consents;
    const changed = [
      { channel: "email" as const, text: { ...both("Other words here"), en: first?.text.en ?? "" } },
    ];
    expect(isConsentChanged(form.consents, [...changed, ...rest])).toBe(true);
  });

  test("maps its fields, and no consents", () => {
    const { person, event } = formMapping(form.fields);
    expect(person).toMatchObject({ email: "values.email", "field.roof": "values.custom.roof" });
    expect(Object.keys(person).some((target) => target.startsWith("consents"))).toBe(false);
    expect(event).toMatchObject({ message: "values.message" });
  });
});

describe("a submission", () => {
  test("is read by the form's fields; anything else is ignored", () => {
    const posted = {
      ...good,
      "field.roof": "tile",
      "consent.email": "yes",
      status: "converted",
      "consent.call": "yes",
    };
    expect(readSubmission(form, posted, context)).toEqual({
      values: { firstName: "Ana", email: "ana@example.com", phone: "+17875550142", custom: { roof: "tile" } },
      email: "ana@example.com",
      phone: "+17875550142",
      channels: ["email"],
      problems: {},
    });
  });

  test.each([
    ["nothing", {}, { firstName: "required", email: "required" }],
    ["blanks", { firstName: " ", email: " \u0000" }, { firstName: "required", email: "required" }],
    ["a wrong address", { ...good, email: "ana@" }, { email: "email" }],
    ["a wrong number", { ...good, phone: "12" }, { phone: "phone" }],
    ["a long name", { ...good, firstName: "a".repeat(201) }, { firstName: "too_long" }],
    ["an unknown choice", { ...good, "field.roof": "straw" }, { "field.roof": "invalid" }],
    ["a consent without its address", { ...good, phone: "", "consent.sms": "yes" }, { phone: "required" }],
    ["a consent that is no yes", { ...good, phone: "", "consent.sms": "on" }, {}],
    ["a list", { ...good, firstName: ["Ana", "Eva"] }, {}],
  ])("with %s", (_, posted, problems) => {
    expect(readSubmission(form, posted, context).problems).toEqual(problems);
  });

  test("needs one of two addresses where none is required", () => {
    const loose = {
      ...form,
      fields: [
        { name: "email" as const, required: false },
        { name: "phone" as const, required: false },
      ],
    };
    expect(readSubmission(loose, {}, context).problems).toEqual({ email: "required" });
    expect(readSubmission(loose, { phone: "787 555 0142" }, context).problems).toEqual({});
  });
});

test("the page shows its texts as text, ticks no box, and marks what is wrong", () => {
  const html = formPage({
    form: { ...form, title: both('<script>alert("x")</script>') },
    language: "es",
    customFields: [roof],
    action: "/f/quote?lang=es",
    otherUrl: "/f/quote?lang=en",
    pageToken: "token",
    posted: { firstName: '"><img src=x>' },
    problems: { email: "email" },
    alert: null,
  });
  expect(html).toContain('<html lang="es">');
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<img");
  expect(html).not.toContain("checked");
  expect(html).toContain("You may send me offers by SMS (es)");
  expect(html).toMatch(/id="f-email" required aria-invalid="true" aria-describedby="f-email-e"/);
  expect(html).toContain("Techo");
});

describe("the link of a confirmation", () => {
  test.each(["en", "es"] as const)("is hidden in the %s text and shown to the person alone", (language) => {
    const { text } = confirmationMessage(language, "[Acme]");
    expect(text).not.toContain("http");
    const sent = revealLink(text, "https://faro.example/f/confirm/email/x");
    expect(sent).toBe(confirmationMessage(language, "[Acme]", "https://faro.example/f/confirm/email/x").text);
  });

  test("is put into no other text", () => {
    expect(revealLink("Hola", "https://faro.example/x")).toBe("Hola");
  });
});

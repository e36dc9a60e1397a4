import { expect, test } from "vitest";
import type { RemoteField, RemoteType } from "./field-map.ts";
import { guessFieldMap } from "./guess-map.ts";

const field = (name: string, label: string, type: RemoteType = "text", isReadOnly = false): RemoteField => ({
  name,
  label,
  type,
  isReadOnly,
  isRequired: false,
  options: [],
  maxLength: null,
});

const custom = [
  { key: "monthly_bill", labels: ["Monthly bill", "Factura mensual"], kind: "money" as const },
  { key: "roof", labels: ["Roof", "Techo"], kind: "choice" as const },
];

test.each<[RemoteField, string | undefined]>([
  [field("email", "Email", "email"), "email both"],
  [field("firstname", "First Name"), "firstName both"],
  [field("LastName", "Last Name"), "lastName both"],
  [field("nombre", "Nombre"), "firstName both"],
  [field("apellidos", "Apellidos"), "lastName both"],
  [field("telefono", "Teléfono", "phone"), "phone both"],
  [field("phone", "Phone", "boolean"), undefined],
  [field("MailingCity", "Mailing City"), "town both"],
  [field("pueblo", "Pueblo"), "town both"],
  [field("MailingPostalCode", "Mailing Zip/Postal Code"), "zip both"],
  [field("hs_email_optout", "Unsubscribed from all email", "boolean", true), "optOut.email in"],
  [field("HasOptedOutOfEmail", "Email Opt Out", "boolean"), "optOut.email both"],
  [field("DoNotCall", "Do Not Call", "boolean"), "optOut.call both"],
  [field("sms_opt_out", "SMS opt out", "boolean"), "optOut.sms both"],
  [field("no_contactar", "No contactar", "boolean"), "optOut.all both"],
  [field("do_not_call", "Do not call", "text"), undefined],
  [field("Monthly_Bill__c", "Monthly bill", "number"), "fields.monthly_bill both"],
  [field("factura_mensual", "Factura mensual", "number"), "fields.monthly_bill both"],
  [field("monthly_bill", "Monthly bill", "boolean"), undefined],
  [field("techo", "Techo", "choice"), "fields.roof both"],
  [field("company", "Company name"), undefined],
])("%o", (remote, expected) => {
  const [link] = guessFieldMap([remote], custom);
  expect(link && `${link.ours} ${link.direction}`).toBe(expected);
});

test("each field is used once", () => {
  const links = guessFieldMap(
    [field("Phone", "Phone", "phone"), field("MobilePhone", "Mobile", "phone")],
    [],
  );
  expect(links).toEqual([{ ours: "phone", theirs: "Phone", direction: "both" }]);
});

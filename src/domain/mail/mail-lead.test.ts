import { describe, expect, test } from "vitest";
import { evaluatePlainExpression, parsePlainExpression } from "#domain/ingestion/plain-expression.ts";
import { readMailLead } from "./mail-lead.ts";

const read = (mail: object) => {
  const lead = readMailLead(mail);
  if (!lead) return undefined;
  return Object.fromEntries(
    Object.entries(lead.template.person).map(([target, expression]) => {
      const plain = parsePlainExpression(expression);
      return [target, plain && evaluatePlainExpression(plain, lead.payload)];
    }),
  );
};

const portal = { name: "Portal", address: "noreply@portal.example" };

describe("the lead in the body of a mail", () => {
  test("is read from labelled lines", () => {
    const text = `New inquiry\n\nName: Ana Ríos\nEmail: ana@example.com\nPhone: 787-555-0123\nMessage: Is it free?`;
    expect(read({ from: portal, text })).toEqual({
      fullName: "Ana Ríos",
      email: "ana@example.com",
      phone: "787-555-0123",
    });
  });

  test("may be in Spanish, with values on the next line", () => {
    const text = `Nombre:\nAna\nApellidos:\nRíos\nCorreo electrónico:\nana@example.com\nAgente: Bob Stone`;
    expect(read({ from: portal, text })).toMatchObject({
      firstName: "Ana",
      lastName: "Ríos",
      email: "ana@example.com",
    });
  });

  test("is the address of Reply-To where the body has none", () => {
    const replyTo = { name: "", address: "ana@example.com" };
    expect(read({ from: portal, replyTo, text: "You have a new message" })).toEqual({
      email: "ana@example.com",
    });
  });

  test("is nobody where only the portal is named", () => {
    expect(read({ from: portal, text: "Visit https://portal.example" })).toEqual({});
  });

  test("is not looked for in the mail of a person", () => {
    const text = "Hi, my wife is at\nEmail: eva@example.com";
    expect(read({ from: { name: "Ana", address: "ana@example.com" }, text })).toBeUndefined();
  });
});

describe("a mail of a form is of the visitor, whatever address sends it", () => {
  const site = { name: "Sol del Este", address: "wordpress@soldeleste.example" };

  test("WordPress: From and Message Body, with Reply-To", () => {
    const mail = (name: string, address: string) => ({
      from: site,
      replyTo: { name: "", address },
      subject: `Sol del Este "Placas solares"`,
      text: `From: ${name} <${address}>\nSubject: Placas solares\n\nMessage Body:\nQuiero una cotización.\nMi techo es plano.\n\n-- \nThis e-mail was sent from a contact form on Sol del Este (https://soldeleste.example)`,
    });
    expect(read(mail("Ana Ríos", "ana@example.com"))).toEqual({
      fullName: "Ana Ríos",
      email: "ana@example.com",
    });
    const lead = readMailLead(mail("Luis Soto", "luis@example.com"));
    const message = parsePlainExpression(lead?.template.event.message ?? "");
    expect(message && evaluatePlainExpression(message, lead?.payload)).toBe(
      "Quiero una cotización.\nMi techo es plano.",
    );
  });

  test("WordPress: labels and values of a table on lines of their own", () => {
    const text =
      "Name\n\nEva Cruz\n\nEmail\n\neva@example.com\n\nPhone\n\n(787) 555-0134\n\nMessage\n\nLlámenme";
    expect(read({ from: site, text })).toEqual({
      fullName: "Eva Cruz",
      email: "eva@example.com",
      phone: "(787) 555-0134",
    });
  });

  test("a form that sends from an address of the business", () => {
    const from = { name: "Ana, Sol del Este", address: "ana@soldeleste.example" };
    const text = "Nuevo contacto\n\nNombre: Luis Soto\nTeléfono: 787-555-0188\nMensaje: Hola";
    expect(read({ from, text })).toEqual({ fullName: "Luis Soto", phone: "787-555-0188" });
  });

  test("realtor.com", () => {
    const text =
      "You have a new lead from realtor.com\n\nFirst Name: Rosa\nLast Name: Vega\nEmail Address: rosa@example.com\nPhone Number: 787-555-0145\nComments: I would like to see this home\n\nThis consumer inquired about:\nProperty Address: 12 Calle Sol\nSan Juan, PR 00901\nMLS ID #: PR-100200\nListing Agent: Bob Stone";
    const from = { name: "realtor.com", address: "leads@leads.realtor.example" };
    expect(read({ from, subject: "New realtor.com lead - Rosa Vega", text })).toMatchObject({
      firstName: "Rosa",
      lastName: "Vega",
      email: "rosa@example.com",
      phone: "787-555-0145",
    });
  });

  test("Squarespace: the sender is the form, and Reply-To the visitor", () => {
    const text =
      "Sent via form submission from Sol del Este\n\nName: Eva Cruz\n\nEmail: eva@example.com\n\nSubject: Placas\n\nMessage: ¿Cuánto cuesta?\n\nManage Submissions\n\nDoes this submission look like spam? Report it here.";
    const from = { name: "Squarespace", address: "form-submission@squarespace.example" };
    expect(read({ from, replyTo: { name: "", address: "eva@example.com" }, text })).toEqual({
      fullName: "Eva Cruz",
      email: "eva@example.com",
    });
  });

  test("Thumbtack: name in the subject, phone number alone on its line", () => {
    const text =
      "Ana R. is looking for solar panel installation.\n\nAna R.\n(787) 555-0177\nSan Juan, PR 00901\n\nProperty type\nHome\n\nView details: https://www.thumbtack.example/x";
    const from = { name: "Thumbtack", address: "no-reply@thumbtack.example" };
    expect(read({ from, subject: "New lead: Ana R. needs Solar Panel Installation", text })).toEqual({
      fullName: "Ana R.",
      phone: "+17875550177",
    });
  });

  test("Wix: labels that only a space separates from their values", () => {
    const text =
      "Luis Soto just submitted your form: Contact 1\non Sol del Este\n\nMessage Details:\nName Luis Soto\nEmail luis@example.com\nPhone 787-555-0188\n\nIf you think this submission is spam, report it as spam.";
    const from = { name: "Wix Forms", address: "notifications@crm.wix.example" };
    expect(read({ from, text })).toEqual({
      fullName: "Luis Soto",
      email: "luis@example.com",
      phone: "787-555-0188",
    });
  });

  test("ADF", () => {
    const text = `<?xml version="1.0"?><?adf version="1.0"?>
<adf><prospect status="new"><requestdate>2026-11-16T10:00:00-04:00</requestdate>
<vehicle interest="buy" status="new"><year>2027</year><make>Acme</make><model>Solar &amp; Wind</model></vehicle>
<customer><contact primarycontact="1"><name part="first" type="individual">Rosa</name><name part="last">Vega</name>
<email>rosa@example.com</email><phone type="voice">787-555-0101</phone><phone type="cellphone">787-555-0102</phone>
<address type="home"><street line="1">12 Calle Sol</street><city>Ponce</city><regioncode>PR</regioncode><postalcode>00730</postalcode></address>
</contact><comments><![CDATA[Is it < 20 k?]]></comments></customer>
<vendor><vendorname>Dealer</vendorname><contact><name part="full">Bob Stone</name><email>bob@dealer.example</email></contact></vendor>
</prospect></adf>`;
    const mail = { from: { name: "Leads", address: "bob@portal.example" }, text };
    expect(read(mail)).toEqual({
      firstName: "Rosa",
      lastName: "Vega",
      email: "rosa@example.com",
      phone: "787-555-0102",
      town: "Ponce",
      region: "PR",
      zip: "00730",
    });
    expect(readMailLead(mail)?.payload.lead).toMatchObject({
      message: "Is it < 20 k?\n2027 Acme Solar & Wind",
    });
  });

  test("another Reply-To is the visitor, with their name", () => {
    const from = { name: "Sol del Este", address: "web@soldeleste.example" };
    const replyTo = { name: "Ana Ríos", address: "ana@example.com" };
    expect(read({ from, replyTo, text: "Hola, quiero placas." })).toEqual({
      fullName: "Ana Ríos",
      email: "ana@example.com",
    });
  });
});

describe("a mail that a person wrote is of its sender", () => {
  const ana = { name: "Ana Ríos", address: "ana@example.com" };
  test.each([
    ["with a signature", { text: "Hola\n\nAna Ríos\nTel: 787-555-0123\nEmail: ana@example.com" }],
    ["with a signature of two addresses", { text: "Hi\n\nCell: 787-555-0123\nEmail: ana.work@example.org" }],
    [
      "that answers a form's mail",
      {
        inReplyTo: "<1@example.com>",
        text: "Sí\nName: Eva Cruz\nEmail: eva@example.com\nPhone: 787-555-0134",
      },
    ],
    [
      "that quotes a form's mail",
      {
        text: "Esta es mía\n> Name: Eva Cruz\n> Email: eva@example.com",
        reply: "Esta es mía",
      },
    ],
    [
      "that forwards another",
      { text: "Mira\n\nFrom: Eva Cruz <eva@example.com>\nSent: Monday\nTo: Ana\nSubject: Hola\n\nHola Ana" },
    ],
    ["with Reply-To of the same person", { replyTo: { name: "Ana R. Ríos", address: "ana@example.org" } }],
    ["with Reply-To at the same company", { replyTo: { name: "", address: "ana.rios@example.com" } }],
  ])("%s", (_, mail) => {
    expect(read({ from: ana, subject: "Hola", text: "Hola", ...mail })).toBeUndefined();
  });
});

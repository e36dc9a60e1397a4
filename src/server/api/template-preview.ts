import type { templatesApi } from "#contract/templates.ts";
import { hasLevel } from "#domain/access/areas.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import { designText, shownDesign } from "#domain/email/design-text.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import type { TemplateValues } from "#domain/email/inline-text.ts";
import { renderEmail } from "#domain/email/render-email.ts";
import type { Language } from "#domain/language.ts";
import { checkContent } from "#domain/messages/content-checks.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { sampleShortLink, shortLinkKey } from "#domain/messages/short-link.ts";
import { checkTemplate, renderTemplate, shortLinksIn, variablesIn } from "#domain/messages/template.ts";
import { isVariable, variableSample } from "#domain/messages/variables.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { sendStaffMail } from "#server/connectors/messaging/staff-mail.ts";
import { newId } from "#server/db/id.ts";
import { recipientLanguage, templateValues } from "#server/pipeline/deliver/compose.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { readExpectedPrices } from "#server/store/delivery/average-prices.ts";
import type { ApiCall, Handler } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Longer than a real one is, so that a mail that fits here fits when it is sent. */
const sampleImageUrl = (id: string): string => `https://company.example/images/${id}.${"0".repeat(43)}`;
const sampleFooter = (language: Language) => ({
  sender: `${variableSample("company_name")}, ${variableSample("company_address")}`,
  unsubscribe: {
    label: language === "es" ? "Darse de baja" : "Unsubscribe",
    url: variableSample("unsubscribe_link"),
  },
});

const samplesFor = (names: readonly string[], language: Language): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, variableSample(name, language)]));

const namesIn = (design: EmailDesign | null, ...texts: (string | null)[]): string[] => [
  ...new Set([
    ...variablesIn([...texts, design?.preheader ?? "", design && designText(design)].join("\n")),
    ...(design?.blocks ?? []).flatMap(({ onlyIf }) => onlyIf ?? []),
  ]),
];

/**
 * Where short links begin; null where nobody could open one, so that whole addresses are sent. A simulator sends the
 * address of this machine.
 */
const linkOriginFor = ({
  services: { config, sandboxUrl },
  request,
}: Pick<PreviewCall, "services" | "request">): string | null =>
  config.linkUrl?.origin ?? (sandboxUrl === undefined ? null : `${request.protocol}://${request.host}`);

/** Short links as long as they will be. */
const sampleLinks = (origin: string | null, text: string): Record<string, string> =>
  origin === null
    ? {}
    : Object.fromEntries(shortLinksIn(text).map((target) => [shortLinkKey(target), sampleShortLink(origin)]));

/** The bytes of the HTML with samples for all variables. */
export const sampleHtmlBytes = (design: EmailDesign, language: Language): number =>
  Buffer.byteLength(
    renderEmail(design, {
      values: samplesFor(namesIn(design), language),
      language,
      subject: "",
      footer: sampleFooter(language),
      imageUrl: sampleImageUrl,
    }),
  );

type WordsFor = {
  design: EmailDesign | null;
  body: string;
  subject: string | null;
  personId?: string | undefined;
};
type PreviewCall = Pick<ApiCall<(typeof templatesApi)["preview"]>, "services" | "caller" | "request">;

/** What the variables of a text are for a person, or samples of them. */
const valuesFor = async (
  { services: { database, business, personFields }, caller, request }: PreviewCall,
  { design, body, subject, personId }: WordsFor,
  language: Language,
): Promise<TemplateValues> => {
  // What is no variable has no sample either: the message would not be sent.
  if (personId === undefined) {
    const names = namesIn(design, subject, body).filter(isVariable);
    const { values: own } = await business();
    const known = Object.entries(own).filter(([name, value]) => names.includes(name) && value !== "");
    return { ...samplesFor(names, language), ...Object.fromEntries(known) };
  }
  const { permissions } = caller.user;
  // A template with every placeholder would show all that is known of the person.
  const mayShow = seesPeople(permissions) || hasLevel(permissions, "inbox", "view");
  if (!mayShow) throw new Problem("forbidden");
  const [person] = await findRecipients(database.db, [personId]);
  if (!person) throw new Problem("not_found");
  const fields = fieldTexts(
    person.fields,
    await personFields(),
    recipientLanguage(person, requestLanguage({ caller, request })),
  );
  return templateValues(person, (await business()).values, {}, null, fields);
};

export const preview: Handler<(typeof templatesApi)["preview"]> = async ({
  input: { body: asked },
  ...call
}) => {
  const { services } = call;
  const { channel, subject, scheme } = asked;
  const language = asked.language ?? requestLanguage(call);
  const design = channel === "email" ? asked.design : null;
  const whole = design ? designText(design) : asked.body;
  const linkOrigin = linkOriginFor(call);
  const values = {
    ...(await valuesFor(call, { ...asked, design }, language)),
    ...sampleLinks(linkOrigin, whole),
  };
  const body = design ? designText(shownDesign(design, values)) : asked.body;
  const { text, missing } = renderTemplate(body, values);
  const shownSubject = subject === null ? null : renderTemplate(subject, values);
  const business = (await services.business()).values;
  const sample = sampleFooter(language);
  const html =
    design &&
    renderEmail(design, {
      values,
      language,
      scheme,
      subject: shownSubject?.text ?? "",
      imageUrl: (id) => `/images/${services.imageTokens.make(id)}`,
      footer: {
        ...sample,
        sender: [business.company_name, business.company_address].filter(Boolean).join(", ") || sample.sender,
      },
    });
  const htmlBytes = design && sampleHtmlBytes(design, language);
  const segments = channel === "sms" ? countSegments(text).segments : null;
  const prices = await readExpectedPrices(services.database.db);
  return {
    subject: shownSubject?.text ?? null,
    text,
    missing: [...new Set([...missing, ...(shownSubject?.missing ?? [])])],
    problems: [
      ...checkTemplate(whole, channel),
      ...(design && design.preheader !== "" ? checkTemplate(design.preheader, channel) : []),
    ],
    checks: checkContent({ channel, subject, body: whole, design, htmlBytes, linkOrigin }),
    segments,
    price: prices[channel] * (segments ?? 1),
    html,
    htmlBytes,
    values: namesIn(design, subject, asked.design ? null : asked.body).map((name) => ({
      name,
      value: renderTemplate(`{{${name}|}}`, values).text,
    })),
  };
};

const notSent: Record<Language, string> = {
  en: "The email account did not take the test. Check it in Integrations",
  es: "La cuenta de correo no aceptó la prueba. Revísela en Integraciones",
};
const testPrefix: Record<Language, string> = { en: "Test: ", es: "Prueba: " };

/** To the user's own address, who is no contact: the gate protects people and does not know colleagues. */
export const testSend: Handler<(typeof templatesApi)["testSend"]> = async ({
  input: { body: asked },
  ...call
}) => {
  const { services, caller } = call;
  const { design, language } = asked;
  const values = await valuesFor(call, asked, language);
  const body = design ? designText(shownDesign(design, values)) : asked.body;
  const [carrier] = await services.messaging.messengersFor("email");
  const account = carrier && (await services.messaging.open(carrier.messenger.id));
  if (!account) throw new Problem("not_configured");
  const business = (await services.business()).values;
  const origin = account.isSimulated ? "" : (services.config.publicUrl?.origin ?? null);
  const isTaken = await sendStaffMail(account.messenger, account.context, {
    id: newId(),
    to: caller.user.email,
    subject: testPrefix[language] + renderTemplate(asked.subject ?? "", values).text,
    text: renderTemplate(body, values).text,
    language,
    business: business.company_name ?? null,
    businessAddress: business.company_address ?? null,
    drawn: design && {
      design,
      values,
      imageUrl: (id) => (origin === null ? null : `${origin}/images/${services.imageTokens.make(id)}`),
    },
  });
  if (!isTaken) throw new Problem("vendor_failed", { message: notSent[requestLanguage(call)] });
  return { to: caller.user.email };
};

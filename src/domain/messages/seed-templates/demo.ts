import type { TemplateSeed } from "#domain/messages/seed-templates.ts";
import { signedEn, signedEs } from "./email.ts";

const inBothLanguages = (
  name: string,
  channel: TemplateSeed["channel"],
  { en, es }: { en: string; es: string },
): TemplateSeed[] => [
  { name, channel, language: "en", subject: null, body: en },
  { name, channel, language: "es", subject: null, body: es },
];

type Mail = { subject: string; body: string };

const mailInBothLanguages = (name: string, { en, es }: { en: Mail; es: Mail }): TemplateSeed[] => [
  { name, channel: "email", language: "en", ...en },
  { name, channel: "email", language: "es", ...es },
];

/** Additional templates that the rules of the demo workspace use. */
export const demoTemplates: readonly TemplateSeed[] = [
  ...inBothLanguages("quote_ready", "whatsapp", {
    en: "Hi {{first_name|there}}, your estimate from {{company_name}} for a monthly bill of {{event.monthly_bill}} dollars is ready.\n\nWould you like an advisor to visit you and go through it with you? Tell us a day and a time.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, su cotización de {{company_name}} para una factura de {{event.monthly_bill}} dólares al mes ya está lista.\n\n¿Le gustaría que un asesor le visite y la repase con usted? Díganos un día y una hora.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  }),
  ...inBothLanguages("battery_offer", "whatsapp", {
    en: "Hi {{first_name|there}}, {{company_name}} here. With a battery at home the lights stay on when the power goes out.\n\nWould you like to know which one fits your house? Reply YES.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Con una batería en su casa, la luz no se va cuando falla el servicio.\n\n¿Quiere saber cuál le conviene? Responda SÍ.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  }),
  ...inBothLanguages("form_thanks", "sms", {
    en: "Hi {{first_name|there}}, thanks for writing to {{company_name}}. When is a good time for a call from our advisor? Reply STOP to opt out.",
    es: "Hola {{first_name|y saludos}}, gracias por escribir a {{company_name}}. ¿A qué hora le puede llamar nuestro asesor? Para no recibir mensajes, responda ALTO.",
  }),
  // The agent says who it is before, and asks what its script wants to know.
  ...inBothLanguages("welcome_call", "voice_agent", {
    en: "Hello {{first_name|}}, you asked us about solar power. Is this a good moment to talk?",
    es: "Hola, {{first_name|saludos}}. Usted nos preguntó por energía solar. ¿Tiene un momento para hablar?",
  }),
  ...inBothLanguages("battery_check", "sms", {
    en: "Hi {{first_name|there}}, {{company_name}} checks your battery for free this month. Reply with a day that suits you. Reply STOP to opt out.",
    es: "Hola {{first_name|y saludos}}, {{company_name}} revisa gratis su sistema y su respaldo este mes. Responda con la fecha que prefiera. Para no recibir mensajes, responda ALTO.",
  }),
  ...mailInBothLanguages("visit_thanks", {
    en: {
      subject: "Thank you for the visit",
      body: `Hi {{first_name|there}},\n\nThank you for showing our advisor your roof. We now work out what it can carry and what it costs, and send you the offer.\n\nIf something comes to your mind meanwhile, reply to this e-mail.\n\n${signedEn}`,
    },
    es: {
      subject: "Gracias por la visita",
      body: `Hola {{first_name|y saludos}}:\n\nGracias por mostrarle el techo a nuestro asesor. Ahora calculamos qué sistema le conviene y cuánto cuesta, y le enviamos la oferta.\n\nSi mientras tanto le surge alguna pregunta, responda a este correo.\n\n${signedEs}`,
    },
  }),
  ...mailInBothLanguages("open_house", {
    en: {
      subject: "See a battery at work: our open house",
      body: `Hi {{first_name|there}},\n\nCome and see how a house stays lit when the power goes out. Our advisors show you three batteries at work and answer your questions, with coffee and children’s games.\n\nReply to this e-mail and we will keep a place for you.\n\n${signedEn}`,
    },
    es: {
      subject: "Vea una batería en acción: casa abierta",
      body: `Hola {{first_name|y saludos}}:\n\nVenga a ver cómo una casa sigue con luz cuando falla el servicio. Nuestros asesores le muestran tres baterías en acción y contestan sus preguntas, con café y juegos para los niños.\n\nResponda a este correo y le reservamos un lugar.\n\n${signedEs}`,
    },
  }),
];

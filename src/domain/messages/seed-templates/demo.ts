import type { TemplateSeed } from "#domain/messages/seed-templates.ts";

const inBothLanguages = (
  name: string,
  channel: TemplateSeed["channel"],
  { en, es }: { en: string; es: string },
): TemplateSeed[] => [
  { name, channel, language: "en", subject: null, body: en },
  { name, channel, language: "es", subject: null, body: es },
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
];

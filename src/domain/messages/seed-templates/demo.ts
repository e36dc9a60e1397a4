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
    en: "Hi {{first_name|there}}, your estimate from {{company_name}} is ready.\n\nWould you like an advisor to visit you and go through it with you? Tell us a day and a time.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, su cotización de {{company_name}} ya está lista.\n\n¿Le gustaría que un asesor le visite y la repase con usted? Díganos un día y una hora.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  }),
  ...inBothLanguages("battery_offer", "whatsapp", {
    en: "Hi {{first_name|there}}, {{company_name}} here. With a battery at home the lights stay on when the power goes out.\n\nWould you like to know which one fits your house? Reply YES.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Con una batería en su casa, la luz no se va cuando falla el servicio.\n\n¿Quiere saber cuál le conviene? Responda SÍ.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  }),
  // The agent listens after each paragraph.
  ...inBothLanguages("welcome_call", "voice_agent", {
    en: "Hello {{first_name|}}, I am the automated assistant of {{company_name}}, and this call may be recorded. You asked us about solar power. Is this a good moment to talk? To stop receiving calls, press 9.\n\nDo you own the house where the panels would go?\n\nThank you. An advisor will call you to find a day for the visit. To speak with a person now, press 1.",
    es: "Hola, {{first_name|saludos}}. Soy el asistente automatizado de {{company_name}} y esta llamada puede ser grabada. Usted nos preguntó por energía solar. ¿Tiene un momento para hablar? Si no desea recibir más llamadas, oprima el 9.\n\n¿La casa donde irían las placas es suya?\n\nGracias. Un asesor le llamará para coordinar el día de la visita. Si prefiere hablar ahora con una persona, oprima el 1.",
  }),
];

import type { SeedTexts } from "./texts.ts";

/** The Spanish texts avoid á, í, ó and ú, which are not in GSM-7 and would double the price. */
export const smsTemplates: SeedTexts = {
  high_intent: {
    en: "Hi {{first_name|there}}, it's {{company_name}}. Thanks for your interest! Can we call you today to answer your questions? Reply YES or a good time. Reply STOP to opt out.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Gracias por su interés. ¿Le podemos llamar hoy para contestar sus preguntas? Responda SI o la hora que prefiera. Para no recibir mensajes, responda ALTO.",
  },
  welcome: {
    en: "Hi {{first_name|there}}, welcome to {{company_name}}! Questions? Just reply here and our team will answer. Msg & data rates may apply. Reply STOP to opt out, HELP for help.",
    es: "Hola {{first_name|y saludos}}, gracias por comunicarse con {{company_name}}. Si tiene preguntas, responda a este mensaje y le atendemos. Pueden aplicar cargos. Responda ALTO para no recibir mensajes, AYUDA para ayuda.",
  },
  follow_up: {
    en: "Hi {{first_name|there}}, {{company_name}} here. Did you have a chance to think it over? Reply with any question, or tell us a good time to talk. Reply STOP to opt out.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. ¿Ha podido pensarlo? Responda con cualquier pregunta o con la hora que prefiera para hablar. Para no recibir mensajes, responda ALTO.",
  },
  appointment_reminder: {
    en: "{{company_name}}: your appointment is on {{appointment_date}} at {{appointment_time}}. Reply YES to confirm, or tell us here if you need another time. Reply STOP to opt out.",
    es: "{{company_name}}: su cita es el {{appointment_date}} a las {{appointment_time}}. Responda SI para confirmar, o escriba la hora que prefiera. Para no recibir mensajes, responda ALTO.",
  },
  win_back: {
    en: "Hi {{first_name|there}}, it's {{company_name}}. It has been a while! If there is anything we can do for you, reply here and we will take care of it. Reply STOP to opt out.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Hace tiempo que no hablamos. Si le podemos servir en algo, responda y con gusto le atendemos. Para no recibir mensajes, responda ALTO.",
  },
};

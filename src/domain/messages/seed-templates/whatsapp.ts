import type { SeedTexts } from "./texts.ts";

export const whatsappTemplates: SeedTexts = {
  high_intent: {
    en: "Hi {{first_name|there}} 👋\nThis is {{company_name}}. Thank you for your interest.\n\nWould you like us to call you today, or do you prefer to continue here?\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}} 👋\nLe escribe {{company_name}}. Gracias por su interés.\n\n¿Quiere que le llamemos hoy o prefiere seguir por aquí?\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  },
  welcome: {
    en: "Hi {{first_name|there}}, welcome to {{company_name}}!\n\nThis is our WhatsApp. Write to us here whenever you have a question and someone from our team will answer.\n\nReply STOP if you do not want our messages.",
    es: "Hola {{first_name|y saludos}}, ¡qué bueno tenerle en {{company_name}}!\n\nEste es nuestro WhatsApp. Escríbanos por aquí cuando tenga una pregunta y alguien de nuestro equipo le contestará.\n\nSi no desea recibir nuestros mensajes, responda ALTO.",
  },
  follow_up: {
    en: "Hi {{first_name|there}}, {{company_name}} again. Have you been able to think it over?\n\nIf something is not clear, ask us here, or tell us a good time to talk.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. ¿Ha podido pensarlo?\n\nSi algo no quedó claro, pregúntenos por aquí o díganos a qué hora le conviene que hablemos.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  },
  appointment_reminder: {
    en: "Hi {{first_name|there}}, a reminder from {{company_name}}:\n\n📅 {{appointment_date}}\n🕑 {{appointment_time}}\n\nReply YES to confirm. To change it, write to us here.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, le recordamos su cita con {{company_name}}:\n\n📅 {{appointment_date}}\n🕑 {{appointment_time}}\n\nResponda SÍ para confirmar. Si necesita cambiarla, escríbanos por aquí.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  },
  win_back: {
    en: "Hi {{first_name|there}}, it's {{company_name}}. It has been a while since we last talked.\n\nIs there anything we could do better, or help you with? We read every answer.\n\nReply STOP if you no longer want our messages.",
    es: "Hola {{first_name|y saludos}}, le escribe {{company_name}}. Hace tiempo que no hablamos.\n\n¿Hay algo que podamos mejorar o en lo que le podamos ayudar? Leemos todas las respuestas.\n\nSi ya no desea recibir nuestros mensajes, responda ALTO.",
  },
};

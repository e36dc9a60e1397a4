import type { SeedTexts } from "./texts.ts";

/** How each of them ends. */
export const signedEn =
  "{{company_name}}\n{{company_phone|}}\n\n—\n{{company_name}}\n{{company_address}}\nTo stop receiving these e-mails: {{unsubscribe_link}}";
export const signedEs =
  "{{company_name}}\n{{company_phone|}}\n\n—\n{{company_name}}\n{{company_address}}\nSi no desea recibir más correos: {{unsubscribe_link}}";

export const emailTemplates: SeedTexts = {
  high_intent: {
    en: {
      subject: "Your questions, answered today",
      body: `Hi {{first_name|there}},\n\nThank you for your interest in {{company_name}}. We would be glad to answer your questions today.\n\nReply to this e-mail with a good time for a call, or simply write your questions and we will answer them here.\n\n${signedEn}`,
    },
    es: {
      subject: "Le contestamos hoy mismo",
      body: `Hola {{first_name|y saludos}}:\n\nGracias por su interés en {{company_name}}. Con gusto contestamos sus preguntas hoy mismo.\n\nResponda a este correo con la hora que le convenga para una llamada o, si lo prefiere, escríbanos sus preguntas y se las contestamos por aquí.\n\n${signedEs}`,
    },
  },
  welcome: {
    en: {
      subject: "Welcome to {{company_name}}",
      body: `Hi {{first_name|there}},\n\nWelcome, and thank you for getting in touch with {{company_name}}.\n\nWhat happens now: someone from our team will look at what you told us and contact you. If you would rather not wait, reply to this e-mail.\n\n${signedEn}`,
    },
    es: {
      subject: "Gracias por comunicarse con {{company_name}}",
      body: `Hola {{first_name|y saludos}}:\n\nGracias por comunicarse con {{company_name}}.\n\n¿Qué sigue ahora? Alguien de nuestro equipo revisará lo que nos contó y se comunicará con usted. Si prefiere no esperar, responda a este correo.\n\n${signedEs}`,
    },
  },
  follow_up: {
    en: {
      subject: "Any questions left?",
      body: `Hi {{first_name|there}},\n\nWe wanted to ask whether you have had time to think it over. If a question is holding you back, reply to this e-mail: a person will read it and answer.\n\nIf now is not a good time, tell us when it would be.\n\n${signedEn}`,
    },
    es: {
      subject: "¿Le quedó alguna pregunta?",
      body: `Hola {{first_name|y saludos}}:\n\nQueríamos saber si ha tenido tiempo de pensarlo. Si le queda alguna duda, responda a este correo: una persona lo leerá y le contestará.\n\nSi este no es buen momento, díganos cuándo lo sería.\n\n${signedEs}`,
    },
  },
  appointment_reminder: {
    en: {
      subject: "Your appointment on {{appointment_date}} at {{appointment_time}}",
      body: `Hi {{first_name|there}},\n\nThis is a reminder of your appointment with {{company_name}}:\n\n{{appointment_date}}, {{appointment_time}}\n\nIf you need to change it, reply to this e-mail.\n\n${signedEn}`,
    },
    es: {
      subject: "Su cita: {{appointment_date}}, {{appointment_time}}",
      body: `Hola {{first_name|y saludos}}:\n\nLe recordamos su cita con {{company_name}}:\n\n{{appointment_date}}, {{appointment_time}}\n\nSi necesita cambiarla, responda a este correo.\n\n${signedEs}`,
    },
  },
  win_back: {
    en: {
      subject: "Is there anything we can do better?",
      body: `Hi {{first_name|there}},\n\nIt has been a while since we last heard from you. If something was not as you expected, we would like to know and put it right.\n\nReply to this e-mail. A person will answer.\n\n${signedEn}`,
    },
    es: {
      subject: "¿Hay algo que podamos mejorar?",
      body: `Hola {{first_name|y saludos}}:\n\nHace tiempo que no sabemos de usted. Si algo no fue como esperaba, nos gustaría saberlo y corregirlo.\n\nResponda a este correo. Le atenderá una persona.\n\n${signedEs}`,
    },
  },
};

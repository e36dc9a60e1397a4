import type { SeedTexts } from "./texts.ts";

/** A call must begin with the caller, that it is automated, that it may be recorded, and its purpose. */
const openEn = "Hello. This is an automated call from {{company_name}}. This call may be recorded.";
const closeEn =
  "To speak with a person, press 1. To stop receiving calls from us, press 9. Thank you, goodbye.";
const openEs =
  "Saludos. Esta es una llamada automatizada de {{company_name}}. Esta llamada puede ser grabada.";
const closeEs =
  "Para hablar con una persona, oprima el 1. Si no desea recibir más llamadas nuestras, oprima el 9. Gracias y que tenga buen día.";

export const callTemplates: SeedTexts = {
  high_intent: {
    en: `${openEn} You recently showed interest in our services, and we are calling to answer your questions. ${closeEn}`,
    es: `${openEs} Usted mostró interés en nuestros servicios hace poco y le llamamos para contestar sus preguntas. ${closeEs}`,
  },
  welcome: {
    en: `${openEn} We are calling to thank you for getting in touch with us and to help you with the next step. ${closeEn}`,
    es: `${openEs} Le llamamos para darle las gracias por comunicarse con nosotros y para ayudarle con el próximo paso. ${closeEs}`,
  },
  follow_up: {
    en: `${openEn} We are calling to follow up on our last conversation about our services and to ask whether you have any questions. ${closeEn}`,
    es: `${openEs} Le llamamos para dar seguimiento a nuestra última conversación sobre nuestros servicios y saber si le quedó alguna pregunta. ${closeEs}`,
  },
  appointment_reminder: {
    en: `${openEn} We are calling to remind you of your appointment on {{appointment_date}} at {{appointment_time}}. To change it, call this number back. ${closeEn}`,
    es: `${openEs} Le llamamos para recordarle su cita: {{appointment_date}}, {{appointment_time}}. Si necesita cambiarla, devuelva la llamada a este número. ${closeEs}`,
  },
  win_back: {
    en: `${openEn} We have not heard from you in a while, and we are calling to ask whether there is anything we can do better in our service. ${closeEn}`,
    es: `${openEs} Hace tiempo que no sabemos de usted y le llamamos para saber si hay algo que podamos mejorar en nuestro servicio. ${closeEs}`,
  },
};

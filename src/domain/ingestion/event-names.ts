import type { Language } from "#domain/language.ts";
import type { ValueLabels } from "#domain/texts/value-labels.ts";

/** Types of events that senders commonly use, in words. Senders may use any other. */
const eventNames: ValueLabels<string> = {
  ad_clicked: { en: "Ad clicked", es: "Clic en un anuncio" },
  appointment_booked: { en: "Appointment booked", es: "Cita reservada" },
  appointment_missed: { en: "Appointment missed", es: "Cita perdida" },
  call_answered: { en: "Call answered", es: "Llamada contestada" },
  call_completed: { en: "Call completed", es: "Llamada terminada" },
  call_missed: { en: "Call missed", es: "Llamada perdida" },
  call_received: { en: "Call received", es: "Llamada recibida" },
  call_requested: { en: "Call requested", es: "Llamada solicitada" },
  checkout_started: { en: "Checkout started", es: "Compra iniciada" },
  complaint: { en: "Complaint", es: "Queja" },
  complaint_received: { en: "Complaint received", es: "Queja recibida" },
  contact_synced: { en: "Contact synced", es: "Contacto sincronizado" },
  contract_signed: { en: "Contract signed", es: "Contrato firmado" },
  demo_requested: { en: "Demo requested", es: "Demostración solicitada" },
  email: { en: "Email", es: "Correo" },
  email_auto_reply: { en: "Automatic email reply", es: "Respuesta automática de correo" },
  email_bounce: { en: "Email bounced", es: "Correo devuelto" },
  email_clicked: { en: "Link in an email clicked", es: "Clic en un correo" },
  email_complaint: { en: "Email reported as spam", es: "Correo marcado como spam" },
  email_opened: { en: "Email opened", es: "Correo abierto" },
  email_received: { en: "Email received", es: "Correo recibido" },
  email_replied: { en: "Email answered", es: "Correo respondido" },
  form: { en: "Form", es: "Formulario" },
  form_response: { en: "Form answered", es: "Formulario respondido" },
  form_submitted: { en: "Form submitted", es: "Formulario enviado" },
  lead: { en: "Lead", es: "Prospecto" },
  lead_created: { en: "Lead created", es: "Prospecto creado" },
  link_clicked: { en: "Link clicked", es: "Clic en un enlace" },
  message: { en: "Message", es: "Mensaje" },
  message_read: { en: "Message read", es: "Mensaje leído" },
  message_received: { en: "Message received", es: "Mensaje recibido" },
  message_replied: { en: "Message answered", es: "Mensaje respondido" },
  negative_review: { en: "Negative review", es: "Reseña negativa" },
  newsletter_joined: { en: "Newsletter joined", es: "Alta en el boletín" },
  no_show: { en: "No-show", es: "No se presentó" },
  order_placed: { en: "Order placed", es: "Pedido hecho" },
  outage_reported: { en: "Outage reported", es: "Interrupción reportada" },
  page_viewed: { en: "Page viewed", es: "Página vista" },
  payment_received: { en: "Payment received", es: "Pago recibido" },
  purchase: { en: "Purchase", es: "Compra" },
  quote_requested: { en: "Quote requested", es: "Cotización solicitada" },
  referral_received: { en: "Referral received", es: "Referido recibido" },
  registered: { en: "Registered", es: "Registro" },
  replied: { en: "Replied", es: "Respondió" },
  reply: { en: "Reply", es: "Respuesta" },
  session_started: { en: "Session started", es: "Sesión iniciada" },
  signed_up: { en: "Signed up", es: "Alta de cuenta" },
  site_visited: { en: "Site visited", es: "Visita al sitio" },
  sms_received: { en: "SMS received", es: "SMS recibido" },
  sms_replied: { en: "SMS answered", es: "SMS respondido" },
  spam_complaint: { en: "Spam complaint", es: "Queja de spam" },
  subscription_started: { en: "Subscription started", es: "Suscripción iniciada" },
  unsubscribed: { en: "Unsubscribed", es: "Baja" },
  visit_done: { en: "Visit done", es: "Visita realizada" },
  voicemail: { en: "Voicemail", es: "Mensaje de voz" },
  whatsapp_received: { en: "WhatsApp received", es: "WhatsApp recibido" },
  whatsapp_replied: { en: "WhatsApp answered", es: "WhatsApp respondido" },
};

/** Undefined for a type that is not listed. */
export const knownEventName = (type: string, language: Language): string | undefined => {
  const key = type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s./:-]+/g, "_");
  return Object.hasOwn(eventNames, key) ? eventNames[key]?.[language] : undefined;
};

/** A type of event for a reader: “lead.created” is “Lead created”; one that is not known loses its underscores. */
export const eventName = (type: string, language: Language): string =>
  knownEventName(type, language) ?? type.trim().replaceAll("_", " ");

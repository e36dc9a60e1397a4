import type { Language } from "#domain/language.ts";

/** What people call the templates that come with a workspace, by the names that rules refer to. */
export const seedTitles: Readonly<Record<string, Record<Language, string>>> = {
  high_intent: { en: "High intent", es: "Mucho interés" },
  welcome: { en: "Welcome", es: "Bienvenida" },
  follow_up: { en: "Follow up", es: "Seguimiento" },
  appointment_reminder: { en: "Appointment reminder", es: "Recordatorio de cita" },
  win_back: { en: "Win back", es: "Reconquista" },
  opt_out_confirmation: { en: "Opt out confirmation", es: "Confirmación de baja" },
  opt_in_confirmation: { en: "Opt in confirmation", es: "Confirmación de alta" },
  help: { en: "Help", es: "Ayuda" },
  quote_ready: { en: "Quote ready", es: "Cotización lista" },
  battery_offer: { en: "Battery offer", es: "Oferta de batería" },
  form_thanks: { en: "Form thanks", es: "Gracias por el formulario" },
  welcome_call: { en: "Welcome call", es: "Llamada de bienvenida" },
  battery_check: { en: "Battery check", es: "Revisión de batería" },
  visit_thanks: { en: "Visit thanks", es: "Gracias por la visita" },
  open_house: { en: "Open house", es: "Casa abierta" },
};

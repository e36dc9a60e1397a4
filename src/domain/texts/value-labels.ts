import type { UserRole } from "#domain/access/areas.ts";
import type { Channel, ConsentChannel } from "#domain/channels/channel.ts";
import type { ConsentMethod, ConsentPurpose, ConsentState } from "#domain/compliance/consent.ts";
import type {
  SuppressionScope,
  SuppressionSource,
  SuppressionState,
} from "#domain/compliance/suppression.ts";
import type { Language } from "#domain/language.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import type { UsageKind } from "#domain/usage.ts";
import type { CallOutcome } from "#domain/voice/call.ts";

/** The texts of the values of a list, in every language. */
export type ValueLabels<Value extends string> = Readonly<Record<Value, Readonly<Record<Language, string>>>>;

export const channelLabels: ValueLabels<Channel> = {
  sms: { en: "SMS", es: "SMS" },
  whatsapp: { en: "WhatsApp", es: "WhatsApp" },
  call: { en: "Call", es: "Llamada" },
  voice_agent: { en: "AI voice agent", es: "Agente de voz con IA" },
  email: { en: "Email", es: "Correo" },
  x: { en: "X", es: "X" },
};

export const consentChannelLabels: ValueLabels<ConsentChannel> = {
  sms: { en: "SMS", es: "SMS" },
  whatsapp: { en: "WhatsApp", es: "WhatsApp" },
  call: { en: "Calls", es: "Llamadas" },
  email: { en: "Email", es: "Correo" },
};

export const suppressionScopeLabels: ValueLabels<SuppressionScope> = {
  all: { en: "Everything", es: "Todo" },
  ...consentChannelLabels,
};

export const consentStateLabels: ValueLabels<ConsentState> = {
  granted: { en: "Agreed", es: "Aceptó" },
  denied: { en: "Refused", es: "Rechazó" },
  unproven: { en: "Unproven", es: "Sin prueba" },
};

export const suppressionStateLabels: ValueLabels<SuppressionState> = {
  opted_out: { en: "Opted out", es: "Baja" },
  released: { en: "Opted in again", es: "Alta nueva" },
};

export const suppressionSourceLabels: ValueLabels<SuppressionSource> = {
  keyword: { en: "by keyword", es: "por palabra clave" },
  phrase: { en: "in their own words", es: "con sus propias palabras" },
  reply: { en: "by reply", es: "por respuesta" },
  review: { en: "found on review", es: "detectado al revisar" },
  operator: { en: "recorded by an operator", es: "registrado por un operador" },
  unsubscribe: { en: "via the unsubscribe link", es: "por el enlace de baja" },
  complaint: { en: "by a spam complaint", es: "por una queja de spam" },
  bounce: { en: "the address bounced", es: "la dirección fue devuelta" },
  vendor: { en: "reported by the provider", es: "informado por el proveedor" },
  import: { en: "imported", es: "importado" },
  sync: { en: "a synced system reported it", es: "lo informó un sistema sincronizado" },
};

export const consentPurposeLabels: ValueLabels<ConsentPurpose> = {
  marketing: { en: "Marketing", es: "Mercadeo" },
  service: { en: "Service", es: "Servicio" },
};

export const consentMethodLabels: ValueLabels<ConsentMethod> = {
  form: { en: "Form", es: "Formulario" },
  keyword: { en: "Keyword", es: "Palabra clave" },
  operator: { en: "Recorded by an operator", es: "Registrado por un operador" },
  import: { en: "Imported", es: "Importado" },
  endpoint: { en: "Endpoint", es: "Endpoint" },
  merge: { en: "Merge of two people", es: "Fusión de dos personas" },
  sync: { en: "Sync with another system", es: "Sincronización con otro sistema" },
};

export const actionStatusLabels: ValueLabels<ActionStatus> = {
  pending: { en: "Pending", es: "Pendiente" },
  held: { en: "Held", es: "En espera" },
  dispatching: { en: "Sending", es: "Enviando" },
  sent: { en: "Sent", es: "Enviado" },
  simulated: { en: "Simulated", es: "Simulado" },
  delivered: { en: "Delivered", es: "Entregado" },
  read: { en: "Read", es: "Leído" },
  failed: { en: "Failed", es: "Fallido" },
  blocked: { en: "Blocked", es: "Bloqueado" },
  unknown: { en: "Unknown", es: "Desconocido" },
  cancelled: { en: "Canceled", es: "Cancelado" },
};

export const usageKindLabels: ValueLabels<UsageKind> = {
  sms: { en: "SMS", es: "SMS" },
  whatsapp: { en: "WhatsApp", es: "WhatsApp" },
  call: { en: "Calls", es: "Llamadas" },
  voice_agent: { en: "AI voice agent", es: "Agente de voz con IA" },
  email: { en: "Email", es: "Correo" },
  x: { en: "X", es: "X" },
  llm: { en: "AI", es: "IA" },
  tts: { en: "Speech", es: "Voz" },
  test: { en: "Tests", es: "Pruebas" },
  data: { en: "Public data", es: "Datos públicos" },
  numbers: { en: "Phone numbers", es: "Números de teléfono" },
  recording: { en: "Recordings", es: "Grabaciones" },
  sync: { en: "Sync of people", es: "Sincronización de personas" },
  integration: { en: "Leads, chats and tasks", es: "Prospectos, chats y tareas" },
};

export const personTypeLabels: ValueLabels<(typeof personTypes)[number]> = {
  lead: { en: "Lead", es: "Prospecto" },
  customer: { en: "Customer", es: "Cliente" },
};

export const personStatusLabels: ValueLabels<(typeof personStatuses)[number]> = {
  new: { en: "New", es: "Nuevo" },
  qualified: { en: "Qualified", es: "Calificado" },
  contacted: { en: "Contacted", es: "Contactado" },
  converted: { en: "Converted", es: "Convertido" },
};

export const roleLabels: ValueLabels<UserRole> = {
  viewer: { en: "Viewer", es: "Solo lectura" },
  operator: { en: "Operator", es: "Operador" },
  admin: { en: "Admin", es: "Admin" },
  /** The name of the workspace's own role is missing. */
  own: { en: "Deleted role", es: "Rol eliminado" },
};

export const callOutcomeLabels: ValueLabels<CallOutcome> = {
  interested: { en: "Interested", es: "Con interés" },
  not_interested: { en: "Not interested", es: "Sin interés" },
  follow_up: { en: "Follow-up", es: "Seguimiento" },
  converted: { en: "Converted", es: "Convertida" },
};

/** The names of languages, each in the reader's language. */
export const languageLabels: ValueLabels<Language> = {
  en: { en: "English", es: "Inglés" },
  es: { en: "Spanish", es: "Español" },
};

/** Whether something is so, as a cell of a table. */
export const yesNoLabels: ValueLabels<"yes" | "no"> = {
  yes: { en: "yes", es: "sí" },
  no: { en: "no", es: "no" },
};

/** A value in words; one that is not in the list, such as that of a newer version, stays as it is. */
export const labelOf = (labels: ValueLabels<string>, value: string, language: Language): string =>
  Object.hasOwn(labels, value) ? (labels[value]?.[language] ?? value) : value;

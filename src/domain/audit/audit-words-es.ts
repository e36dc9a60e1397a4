import type { ApprovalKind } from "#domain/approvals/approval.ts";
import type { DeletionKind } from "#domain/deletion.ts";
import { readFailureText } from "#domain/ingestion/read-failure.ts";
import { requestRefusalTexts } from "#domain/ingestion/request-refusal.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { counted } from "#domain/texts/plural.ts";
import {
  callOutcomeLabels,
  channelLabels,
  consentStateLabels,
  languageLabels,
  personStatusLabels,
  personTypeLabels,
  roleLabels,
} from "#domain/texts/value-labels.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";
import type { AuditDetailsOf, BulkChangeDetails, ConversationChange } from "./audit-details.ts";
import type { AuditParts, AuditWords } from "./audit-words.ts";
import { exportAuditWords } from "./export-audit-words.ts";
import { firstStepsAuditWords } from "./first-steps-audit-words.ts";
import { goLiveAuditWords } from "./go-live-audit-words.ts";
import { providerAuditWords } from "./provider-audit-words.ts";
import { sequenceAuditWords } from "./sequence-audit-words.ts";
import { templateAuditWords } from "./template-audit-words.ts";
import { testCallerAuditWords } from "./test-caller-audit-words.ts";

const parts: AuditParts = {
  verbs: {
    added: "Añadió",
    made: "Creó",
    changed: "Cambió",
    deleted: "Eliminó",
    archived: "Archivó",
    restored: "Restauró",
    revoked: "Revocó",
    started: "Inició",
    paused: "Pausó",
    resumed: "Reanudó",
    cancelled: "Canceló",
    ended: "Terminó",
    completed: "Completó",
    reopened: "Reabrió",
    undo_started: "Empezó a deshacer",
    loaded: "Cargó",
  },
  named: {
    person: (name) => `a ${name}`,
    user: (name) => `a ${name}`,
    role: (name) => `el rol «${name}»`,
    team: (name) => `el equipo «${name}»`,
    rule: (name) => `la regla «${name}»`,
    endpoint: (name) => `el endpoint «${name}»`,
    script: (name) => `el guion «${name}»`,
    template: (name) => `la plantilla «${name}»`,
    test_caller: (name) => `la llamada de prueba «${name}»`,
    knowledge: (name) => `la entrada de conocimiento «${name}»`,
    view: (name) => `la vista «${name}»`,
    segment: (name) => `el segmento «${name}»`,
    sip_extension: (name) => `la extensión SIP «${name}»`,
    ai_provider: (name) => `el proveedor de IA ${name}`,
    token: (name) => `la clave «${name}»`,
    webhook: (name) => `el webhook «${name}»`,
    form: (name) => `el formulario «${name}»`,
    saved_reply: (name) => `la respuesta guardada «${name}»`,
    report_mail: (name) => `el informe por correo «${name}»`,
    report_limit: (name) => `el límite de «${name}»`,
    sync: (name) => `la sincronización con ${name}`,
    import: (name) => `la importación de ${name}`,
    channels: (name) => `los canales de ${name}`,
    push_device: (name) => `el dispositivo ${name}, que muestra notificaciones`,
    closing_days: (name) => `los días de cierre «${name}»`,
  },
  unnamed: {
    some_person: "a una persona",
    task: "una tarea",
    note: "una nota de una conversación",
    waiting_message: "un mensaje en espera",
    bulk_change: "un cambio de muchas personas",
    bulk_deletion: "una eliminación de personas",
    merge: "una fusión de personas",
    training: "un entrenamiento de las puntuaciones",
    demo_data: "los datos de muestra de la demostración",
    general_settings: "los ajustes generales",
    security_settings: "los ajustes de seguridad",
    single_sign_on: "el inicio de sesión único",
    backup_schedule: "el horario de las copias de seguridad",
    business_details: "los datos del negocio",
    voice_configuration: "la configuración de voz",
    phone_settings: "los ajustes de telefonía",
    contact_policy: "la política de contacto",
    provider_order: "el orden de los proveedores de IA",
    assignment: "quién recibe las conversaciones nuevas",
    absence: "si está ausente",
    auto_replies: "las respuestas automáticas",
    notification_settings: "qué notificaciones muestran sus dispositivos",
    outcome_days: "los días de los resultados que predicen las puntuaciones",
  },
  channels: {
    sms: "SMS",
    whatsapp: "WhatsApp",
    call: "teléfono",
    voice_agent: "el agente de voz con IA",
    email: "correo electrónico",
    x: "X",
  },
  scopes: {
    all: "todos los canales",
    sms: "SMS",
    whatsapp: "WhatsApp",
    call: "llamadas",
    email: "correo electrónico",
  },
};

const approvals: Record<ApprovalKind, string> = {
  send: "un mensaje",
  call: "una llamada",
  draft: "un borrador",
  knowledge: "una entrada de conocimiento",
  change: "un cambio de una persona",
  opt_out: "una exclusión",
  broadcast: "un envío masivo",
  runs: "iniciar o detener una regla para personas",
};

const deletions: Record<DeletionKind, string> = {
  rule: "una regla",
  endpoint: "un endpoint",
  person: "a una persona",
};

const commands: Record<CallCommand["kind"], string> = {
  whisper: "Dio una indicación al agente de voz en una llamada en curso",
  take_over: "Tomó una llamada en curso",
  say: "Habló en una llamada en curso",
  hand_back: "Devolvió una llamada en curso al agente de voz",
  transfer: "Transfirió una llamada en curso",
  hang_up: "Terminó una llamada en curso",
};

const scores: Record<ScoreName, string> = {
  intent: "intención",
  propensity: "propensión",
  churn: "abandono",
};

/** «de» before a noun with its article. */
const of = (noun: string): string => (noun.startsWith("el ") ? `del ${noun.slice(3)}` : `de ${noun}`);

const count = (number: number, one: string, other: string): string => counted("es", number, one, other);
const people = (number: number): string => count(number, "persona", "personas");
const events = (number: number): string => count(number, "evento", "eventos");
const rows = (number: number): string => count(number, "fila", "filas");
const calls = (number: number): string => count(number, "llamada eliminada", "llamadas eliminadas");
const addedAndChanged = ({ added, changed }: { added: number; changed: number }): string =>
  `${count(added, "persona añadida", "personas añadidas")}, ${count(changed, "cambiada", "cambiadas")}`;
const roleName = ({ role, roleName: own }: AuditDetailsOf<"user_added" | "user_invited">): string =>
  own ?? roleLabels[role].es;

const conversations: Record<ConversationChange, (these: string) => string> = {
  open: (these) => `Abrió ${these}`,
  close: (these) => `Cerró ${these}`,
  snooze: (these) => `Pospuso ${these}`,
  assign: (these) => `Asignó ${these}`,
  take: (these) => `Tomó ${these} de la automatización`,
  hand_back: (these) => `Devolvió ${these} a la automatización`,
  mute: (these) => `Silenció ${these}`,
  unmute: (these) => `Volvió a activar los avisos de ${these}`,
};

const bulkChange = (details: BulkChangeDetails, these: string): string => {
  switch (details.change) {
    case "delete":
      return `Eliminó a ${these}`;
    case "set_owner":
      return `Fijó el responsable de ${these}`;
    case "remove_owner":
      return `Quitó el responsable de ${these}`;
    case "remove_language":
      return `Quitó el idioma de ${these}`;
    case "set_status":
      return `Fijó la etapa de ${these} en «${personStatusLabels[details.status].es}»`;
    case "set_type":
      return `Fijó el tipo de ${these} en «${personTypeLabels[details.type].es}»`;
    case "set_language":
      return `Fijó el idioma de ${these} en ${languageLabels[details.language].es.toLowerCase()}`;
    case "set_field":
      return `Fijó el campo «${details.field}» de ${these}`;
    case "clear_field":
      return `Vació el campo «${details.field}» de ${these}`;
    case "add_tag":
      return `Añadió la etiqueta «${details.tag}» a ${these}`;
    case "remove_tag":
      return `Quitó la etiqueta «${details.tag}» a ${these}`;
  }
};

export const spanishAuditWords: AuditWords = {
  thing: (details) =>
    `${parts.verbs[details.verb]} ${"name" in details ? parts.named[details.thing](details.name) : parts.unnamed[details.thing]}`,
  version_restored: ({ thing, name, version }) =>
    `Restauró la versión ${version} ${of(parts.named[thing](name))}`,
  template: ({ verb, name, channel, language }) =>
    `${parts.verbs[verb]} la plantilla «${name}» (${channelLabels[channel].es}, ${languageLabels[language].es.toLowerCase()})`,
  person_field: ({ verb, label }) => `${parts.verbs[verb]} el campo de persona «${label.es}»`,
  ...exportAuditWords.es,
  erased: "Borrado junto con la persona",

  signed_in: ({ email, withRecoveryCode }) =>
    `${email} inició sesión${withRecoveryCode ? " con un código de recuperación" : ""}`,
  signed_out: ({ email }) => `${email} cerró la sesión`,
  sign_in_failed: ({ email, step }) =>
    `Inicio de sesión fallido de ${email}${step === "second_factor" ? ": segundo factor incorrecto" : ""}`,
  ...providerAuditWords.es,
  session_ended: ({ email }) => `${email} cerró una de sus sesiones`,
  other_sessions_ended: ({ email }) => `${email} cerró todas sus demás sesiones`,
  profile_changed: ({ email }) => `${email} cambió su perfil`,
  password_changed: ({ email }) => `${email} cambió su contraseña`,
  password_set_by_command: ({ email }) => `Fijó una contraseña nueva para ${email} en la línea de órdenes`,
  second_factor_begun: ({ email }) => `${email} empezó a configurar un segundo factor`,
  second_factor_turned_on: ({ email }) => `${email} activó su segundo factor`,
  second_factor_turned_off: ({ email }) => `${email} desactivó su segundo factor`,
  recovery_codes_made: ({ email }) => `${email} creó nuevos códigos de recuperación`,
  second_factor_reset: ({ email, byCommand }) =>
    `Desactivó el segundo factor de ${email}${byCommand ? " en la línea de órdenes" : ""}`,
  first_admin_created: ({ email }) => `Creó la primera cuenta de administración, ${email}`,
  user_added: (details) => `Añadió a ${details.email} al equipo con el rol ${roleName(details)}`,
  user_invited: (details) => `Invitó a ${details.email} al equipo con el rol ${roleName(details)}`,
  invitation_resent: ({ email }) => `Volvió a enviar la invitación de ${email}`,
  invitation_withdrawn: ({ email }) => `Retiró la invitación de ${email}`,
  invitation_accepted: ({ email }) => `${email} aceptó la invitación al equipo`,
  user_deactivated: ({ email }) => `Desactivó a ${email}`,
  user_reactivated: ({ email }) => `Reactivó a ${email}`,

  token_allowed_again: ({ name }) => `Permitió de nuevo la clave «${name}»`,
  token_suspended: ({ name }) => `Suspendió la clave «${name}» tras muchas llamadas rechazadas`,
  client_allowed: ({ name }) => `Permitió a «${name}» actuar en su nombre`,
  client_access_given: ({ name }) => `«${name}» obtuvo acceso`,
  client_access_ended: ({ name }) => `«${name}» renunció a su acceso`,
  client_access_revoked: ({ name, reused }) =>
    `Revocó el acceso de «${name}» porque se usó de nuevo ${reused === "code" ? "un código ya usado" : "una clave de renovación ya usada"}`,
  tool_called: ({ tool }) => `Llamó a la herramienta ${tool}`,
  approval_asked: ({ approval }) => `Pidió a un operador que apruebe ${approvals[approval]}`,
  approval_given: ({ name, approval }) => `Aprobó ${approvals[approval]} de la clave «${name}»`,
  approval_refused: ({ name, approval }) => `Rechazó ${approvals[approval]} de la clave «${name}»`,
  unproven_accepted: ({ name }) => `Aceptó lo que llegó sin prueba de «${name}»`,
  unproven_rejected: ({ name }) => `Rechazó lo que llegó sin prueba de «${name}»`,
  approval_withdrawn: ({ name }) => `El usuario de «${name}» retiró una solicitud`,

  webhook_secret_replaced: ({ name }) => `Reemplazó el secreto del webhook «${name}»`,
  webhook_tested: ({ name }) => `Envió un evento de prueba al webhook «${name}»`,
  webhook_events_resent: ({ name, count: number }) =>
    `Volvió a enviar ${events(number)} al webhook «${name}»`,

  sync_preview_started: ({ name }) => `Inició una vista previa de la sincronización con ${name}`,
  sync_restarted: ({ name }) =>
    `Empezó de cero la sincronización con ${name}: se descartaron los vínculos con la cuenta anterior`,
  sync_asked: ({ name }) => `Pidió sincronizar con ${name} de inmediato`,
  sync_failed: ({ name }) => `Pausó la sincronización con ${name} por un error`,
  sync_deletions_confirmed: ({ name, count: number }) =>
    `Confirmó que en ${name} se ${number === 1 ? "eliminó" : "eliminaron"} ${count(number, "contacto", "contactos")}`,
  sync_deleted_people: ({ name, count: number }) =>
    `Eliminó a ${count(number, "persona cuyo contacto se eliminó", "personas cuyos contactos se eliminaron")} en ${name}`,
  sync_change_undone: ({ name }) => `Deshizo un cambio de la sincronización con ${name}`,
  synced: ({ name, ...numbers }) => `Sincronizó con ${name}: ${addedAndChanged(numbers)}`,

  connection_begun: ({ name }) => `Empezó a conectar ${name}`,
  connected: ({ name }) => `Conectó ${name}`,
  disconnected: ({ name }) => `Desconectó ${name}`,
  connection_saved: ({ name }) => `Guardó la conexión con ${name}`,
  access_revoked_by_vendor: ({ name }) => `${name} revocó el acceso de este espacio de trabajo`,
  chat_account_linked: ({ name }) => `Enlazó una cuenta de ${name} con un usuario`,
  chat_account_unlinked: ({ name }) => `Desenlazó la cuenta de ${name} de un usuario`,
  chat_code_asked: ({ name }) => `Pidió un código para enlazar una cuenta de ${name}`,
  reports_asked: ({ name }) => `Pidió a ${name} sus informes`,
  reports_confirmed: ({ name }) => `${name} confirmó la dirección de sus informes`,
  work_refused: ({ name }) => `${name} no aceptó algo que Faro envió o pidió`,
  work_retried: ({ name }) => `Intentó de nuevo lo que ${name} no aceptó`,
  workflow_started: ({ name }) => `Inició un flujo de ${name}`,
  external_task_asked: ({ name }) => `Pidió una tarea en ${name}`,
  external_task_completed: ({ name }) => `Se completó una tarea en ${name}`,

  endpoint_address_changed: ({ name }) => `Cambió la dirección del endpoint «${name}»`,
  pull_requested: ({ name }) => `Pidió leer «${name}» de inmediato`,
  endpoint_readable_again: ({ name }) => `«${name}» se puede leer de nuevo`,
  endpoint_unreadable: ({ name, failures, failure }) =>
    `«${name}» no se pudo leer${failures > 1 ? ` ${failures} veces seguidas` : ""}: ${readFailureText(failure, "es")}`,
  request_refused: ({ name, reason }) => `Rechazó una petición a ${name}: ${requestRefusalTexts[reason].es}`,
  events_replayed: ({ name, count: number }) => `Repitió ${events(number)} de «${name}»`,
  events_recorded: ({ events: number, ...numbers }) =>
    `Registró ${events(number)}: ${addedAndChanged(numbers)}`,
  event_not_recorded: "No se pudo registrar un evento",
  reaction_failed: "No se pudieron actualizar las puntuaciones y las reglas después de un evento",
  jobs_failed: ({ job, count: number }) =>
    `${count(number, "tarea", "tareas")} de tipo «${job}» ${number === 1 ? "falló" : "fallaron"} definitivamente`,

  address_added: ({ name }) => `Añadió una dirección de ${name}`,
  address_removed: ({ name }) => `Quitó una dirección de ${name}`,
  primary_address_changed: ({ name }) => `Cambió la dirección principal de ${name}`,
  person_added_by_message: "Se añadió a una persona nueva porque nos escribió",
  person_language_set: "Fijó el idioma de una persona por lo que escribió",
  person_deleted_again: "Volvió a eliminar a una persona que una copia de seguridad había devuelto",
  people_differ: "Indicó que dos personas son distintas",
  people_merged: "Fusionó a dos personas",
  merge_undone: "Deshizo la fusión de dos personas",
  reading_corrected: "Corrigió lo que dice un mensaje",
  reading_correction_removed: "Retiró la corrección de un mensaje",
  summary_asked: "Pidió a un modelo un resumen nuevo de una persona",
  bulk_changed: ({ count: number, ...details }) => bulkChange(details, people(number)),
  bulk_change_undone: ({ count: number }) => `Deshizo un cambio de ${people(number)}`,
  rows_imported: ({ rows: number, ...numbers }) => `Importó ${rows(number)}: ${addedAndChanged(numbers)}`,
  import_rows_undone: ({ rows: number, removed, restored }) =>
    `Deshizo ${rows(number)} de una importación: ${count(removed, "persona eliminada", "personas eliminadas")}, ${count(restored, "cambio revertido", "cambios revertidos")}`,
  batch_stopped: "Un lote se detuvo antes de terminar",
  deletion_started: ({ of: kind, total }) => `Empezó a eliminar ${deletions[kind]} con ${rows(total)}`,
  old_rows_deleted: ({ count: number, days }) =>
    `Eliminó ${rows(number)} de más de ${count(days, "día", "días")}`,
  program_sent_people: (numbers) => `Un programa envió personas: ${addedAndChanged(numbers)}`,
  program_changed_tags: ({ count: number }) => `Un programa cambió las etiquetas de ${people(number)}`,
  program_recorded_consents: ({ count: number }) =>
    `Un programa registró ${count(number, "consentimiento o negativa", "consentimientos y negativas")}`,
  program_sent_events: ({ count: number }) => `Un programa envió ${events(number)}`,

  consent_recorded: ({ channel, state }) =>
    `Registró el consentimiento para ${parts.scopes[channel]}: ${consentStateLabels[state].es.toLowerCase()}`,
  form_consent_confirmed: ({ name }) => `Una persona confirmó su consentimiento en el formulario «${name}»`,
  opted_out: ({ scope }) => `Una persona se dio de baja de ${parts.scopes[scope]}`,
  opted_in: "Una persona que se había dado de baja volvió a aceptar",
  reply_reviewed: ({ isOptOut }) =>
    isOptOut ? "Marcó una respuesta como baja" : "Marcó que una respuesta no es una baja",
  email_bounced: "Una dirección de correo ya no se usa porque los mensajes se devuelven",

  conversations_changed: ({ change, count: number }) =>
    conversations[change](count(number, "conversación", "conversaciones")),
  message_requested: ({ channel }) => `Pidió un mensaje por ${parts.channels[channel]}`,
  message_written: ({ channel }) => `Escribió un mensaje por ${parts.channels[channel]}`,
  test_message_requested: ({ channel }) => `Pidió un mensaje de prueba por ${parts.channels[channel]}`,
  answer_suggestion_asked: "Pidió una respuesta sugerida",
  auto_reply_sent: ({ channel }) => `La respuesta automática contestó por ${parts.channels[channel]}`,
  auto_reply_handed_over: "La respuesta automática pasó una conversación a una persona",
  send_outcome_set: ({ outcome }) =>
    `Fijó el resultado desconocido de un mensaje en ${outcome === "sent" ? "enviado" : "fallido"}`,
  question_dismissed: "Descartó una pregunta que la base de conocimiento no responde",
  question_reopened: "Devolvió a la lista una pregunta descartada",

  call_requested: ({ name }) => `Pidió una llamada con el guion «${name}»`,
  call_outcome_set: ({ outcome }) =>
    outcome === null
      ? "Quitó el resultado de una llamada"
      : `Fijó el resultado de una llamada en «${callOutcomeLabels[outcome].es}»`,
  call_commanded: ({ command }) => commands[command],
  agent_handed_over: "El agente de voz pasó una llamada a una persona",
  agent_noted_appointment: "El agente de voz anotó una solicitud de cita",
  agent_noted_callback: "El agente de voz anotó que se devuelva la llamada",
  agent_cancelled_request: "El agente de voz canceló una solicitud",
  agent_changed_person: "El agente de voz cambió un dato de una persona",
  agent_added_note: "El agente de voz añadió una nota",
  agent_planned_message: "El agente de voz planificó un mensaje que la persona pidió",
  recordings_remain: ({ count: number }) => `Las grabaciones de ${calls(number)} siguen en el proveedor`,
  recordings_deleted: ({ count: number }) => `El proveedor ya no tiene grabaciones de ${calls(number)}`,
  recordings_retried: ({ count: number }) =>
    `Pidió de nuevo a los proveedores que borraran las grabaciones de ${count(number, "llamada", "llamadas")}`,

  ...sequenceAuditWords.es,
  ...templateAuditWords.es,
  ...testCallerAuditWords.es,

  model_chosen: ({ score, version }) => `Eligió la versión ${version} del modelo de ${scores[score]}`,
  starting_weights_chosen: ({ score }) => `Eligió los pesos iniciales de la puntuación de ${scores[score]}`,
  scores_trained: "Entrenó las puntuaciones con lo que hicieron las personas",

  ...goLiveAuditWords.es,
  first_steps_changed: ({ change }) => firstStepsAuditWords.es[change],
  mail_records_checked: ({ domain }) => `Comprobó los registros de correo de ${domain}`,
  backup_started: "Inició una copia de seguridad",
  backup_written: ({ path, encrypted }) =>
    `Guardó una copia ${encrypted ? "cifrada" : "sin cifrar"} en ${path}`,
  backup_restored: ({ path }) => `Restauró la copia de seguridad ${path}`,
  master_key_rotated: "Renovó la clave maestra en la línea de órdenes",
};

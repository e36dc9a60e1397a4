import type { AuditEntityType, AuditEventType, AuditStatus } from "#domain/audit.ts";
import type { ValueLabels } from "#domain/texts/value-labels.ts";

export const auditEventLabels: ValueLabels<AuditEventType> = {
  data_change: { en: "Data change", es: "Cambio de datos" },
  settings_update: { en: "Settings update", es: "Cambio de ajustes" },
  failed_action: { en: "Failed action", es: "Acción fallida" },
  sign_in: { en: "Sign-in", es: "Inicio de sesión" },
  tool_call: { en: "AI assistant request", es: "Solicitud de asistente de IA" },
};

export const auditStatusLabels: ValueLabels<AuditStatus> = {
  success: { en: "Success", es: "Correcto" },
  failure: { en: "Failure", es: "Error" },
};

export const auditEntityLabels: ValueLabels<AuditEntityType> = {
  action: { en: "Message or call", es: "Mensaje o llamada" },
  ai_provider: { en: "AI provider", es: "Proveedor de IA" },
  approval: { en: "Approval", es: "Aprobación" },
  audit_log: { en: "Audit log", es: "Registro de auditoría" },
  batch: { en: "Change of many people", es: "Cambio de muchas personas" },
  broadcast: { en: "Broadcast", es: "Envío masivo" },
  call: { en: "Call", es: "Llamada" },
  command: { en: "Command line", es: "Línea de órdenes" },
  connection: { en: "Connection", es: "Conexión" },
  consent: { en: "Consent", es: "Consentimiento" },
  endpoint: { en: "Endpoint", es: "Endpoint" },
  event: { en: "Event", es: "Evento" },
  invitation: { en: "Invitation", es: "Invitación" },
  form: { en: "Form", es: "Formulario" },
  job: { en: "Job", es: "Tarea interna" },
  knowledge: { en: "Knowledge", es: "Conocimiento" },
  person: { en: "Person", es: "Persona" },
  person_field: { en: "Person field", es: "Campo de persona" },
  report: { en: "Report", es: "Informe" },
  review: { en: "Review", es: "Revisión" },
  role: { en: "Role", es: "Rol" },
  rule: { en: "Rule", es: "Regla" },
  saved_reply: { en: "Saved reply", es: "Respuesta guardada" },
  script: { en: "Script", es: "Guion" },
  settings: { en: "Settings", es: "Ajustes" },
  sip_extension: { en: "SIP extension", es: "Extensión SIP" },
  suppression: { en: "Opt-out", es: "Baja" },
  sync: { en: "Sync", es: "Sincronización" },
  task: { en: "Task", es: "Tarea" },
  team: { en: "Team", es: "Equipo" },
  template: { en: "Template", es: "Plantilla" },
  thread: { en: "Conversation", es: "Conversación" },
  token: { en: "Token", es: "Clave" },
  user: { en: "User", es: "Usuario" },
  view: { en: "View", es: "Vista" },
  webhook: { en: "Webhook", es: "Webhook" },
  workspace: { en: "Workspace", es: "Espacio de trabajo" },
};

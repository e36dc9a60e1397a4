import type { Language } from "./language.ts";

/**
 * The descriptions of audit entries and their Spanish texts. The log stores the English sentence, which its hash covers;
 * the parts in braces are taken over. A sentence that is not listed is shown as it is stored.
 */
export const auditTexts: readonly (readonly [english: string, spanish: string])[] = [
  ["Added {name}", "Añadió a {name}"],
  ["Changed {name}", "Cambió a {name}"],
  ["Deleted {name}", "Eliminó a {name}"],
  ["Added {email} to the team as {role}", "Añadió a {email} al equipo como {role}"],
  ["Added the rule “{name}”", "Añadió la regla «{name}»"],
  ["Changed the rule “{name}”", "Cambió la regla «{name}»"],
  ["Deleted the rule “{name}”", "Eliminó la regla «{name}»"],
  ["Restored version {version} of the rule “{name}”", "Restauró la versión {version} de la regla «{name}»"],
  ["Added the endpoint {name}", "Añadió el endpoint {name}"],
  ["Changed the endpoint {name}", "Cambió el endpoint {name}"],
  ["Deleted the endpoint {name}", "Eliminó el endpoint {name}"],
  ["Changed the address of the endpoint {name}", "Cambió la dirección del endpoint {name}"],
  ["Requested an immediate pull of {name}", "Pidió leer {name} de inmediato"],
  ["Replayed {count} events of {name}", "Repitió {count} eventos de {name}"],
  ["Added the script {name}", "Añadió el guion {name}"],
  ["Changed the script {name}", "Cambió el guion {name}"],
  ["Deleted the script {name}", "Eliminó el guion {name}"],
  ["Restored version {version} of the script {name}", "Restauró la versión {version} del guion {name}"],
  ["Added “{title}” to the knowledge base", "Añadió «{title}» a la base de conocimiento"],
  ["Changed “{title}” in the knowledge base", "Cambió «{title}» en la base de conocimiento"],
  ["Deleted “{title}” from the knowledge base", "Eliminó «{title}» de la base de conocimiento"],
  [
    "Dismissed a question that the knowledge base does not answer",
    "Descartó una pregunta que la base de conocimiento no responde",
  ],
  ["Added the template {name}", "Añadió la plantilla {name}"],
  ["Changed the template {name}", "Cambió la plantilla {name}"],
  ["Deleted the template {name}", "Eliminó la plantilla {name}"],
  ["Changed the general settings", "Cambió los ajustes generales"],
  ["Changed the business details", "Cambió los datos del negocio"],
  ["Changed the voice configuration", "Cambió la configuración de voz"],
  ["Changed the phone settings", "Cambió los ajustes de telefonía"],
  ["The voice agent handed a call over to a person", "El agente de voz pasó una llamada a una persona"],
  ["The voice agent noted a request for an appointment", "El agente de voz anotó una solicitud de cita"],
  ["The voice agent noted a request for a call back", "El agente de voz anotó que se devuelva la llamada"],
  ["The voice agent cancelled a request", "El agente de voz canceló una solicitud"],
  ["The voice agent changed a detail of a person", "El agente de voz cambió un dato de una persona"],
  ["The voice agent added a note", "El agente de voz añadió una nota"],
  [
    "The voice agent planned a message that the person asked for",
    "El agente de voz planificó un mensaje que la persona pidió",
  ],
  ["Added the SIP extension {label}", "Añadió la extensión SIP {label}"],
  ["Changed the SIP extension {label}", "Cambió la extensión SIP {label}"],
  ["Deleted the SIP extension {label}", "Eliminó la extensión SIP {label}"],
  ["Changed the contact policy", "Cambió la política de contacto"],
  ["Changed the AI provider {name}", "Cambió el proveedor de IA {name}"],
  ["Saved the {name} connection", "Guardó la conexión con {name}"],
  ["Exported the audit log as {format}", "Exportó el registro de auditoría como {format}"],
  ["Exported the consents as CSV", "Exportó los consentimientos como CSV"],
  ["Exported the opt-outs as CSV", "Exportó las bajas como CSV"],
  ["Exported the messages and calls as CSV", "Exportó los mensajes y las llamadas como CSV"],
  ["Exported the costs as CSV", "Exportó los costos como CSV"],
  ["Recorded consent for {channel}: {state}", "Registró el consentimiento para {channel}: {state}"],
  ["Marked a reply as an opt-out", "Marcó una respuesta como baja"],
  ["Marked a reply as not an opt-out", "Marcó una respuesta como que no es una baja"],
  ["A person opted out of all channels", "Una persona se dio de baja de todos los canales"],
  ["A person who had opted out opted in again", "Una persona que se había dado de baja volvió a aceptar"],
  ["A new person was added, because they wrote to us", "Se añadió a una persona nueva porque nos escribió"],
  [
    "An e-mail address is no longer used, because messages to it bounce",
    "Una dirección de correo ya no se usa porque los mensajes se devuelven",
  ],
  [
    "Recorded {events} events: {added} people added, {changed} changed",
    "Eventos registrados: {events}; personas añadidas: {added}; cambiadas: {changed}",
  ],
  ["Refused a request to {name}: {reason}", "Rechazó una petición a {name}: {reason}"],
  ["{name} can be read again", "{name} se puede leer de nuevo"],
  [
    "{name} could not be read {count} times in a row: {reason}",
    "{name} no se pudo leer {count} veces seguidas: {reason}",
  ],
  ["An event could not be recorded", "No se pudo registrar un evento"],
  [
    "Scores and rules could not be updated after an event",
    "No se pudieron actualizar las puntuaciones y las reglas después de un evento",
  ],
  ["{count} jobs of kind {job} failed for good", "{count} tareas de tipo {job} fallaron definitivamente"],
  ["Requested a message by {channel}", "Pidió un mensaje por {channel}"],
  ["Cancelled a waiting message", "Canceló un mensaje en espera"],
  [
    "Set the unknown outcome of a message to {outcome}",
    "Fijó el resultado desconocido de un mensaje en {outcome}",
  ],
  ["Requested a call with the script {name}", "Pidió una llamada con el guion {name}"],
  ["Set the outcome of a call to {outcome}", "Fijó el resultado de una llamada en {outcome}"],
  ["Acted on a running call: {kind}", "Intervino en una llamada en curso: {kind}"],
  ["{email} signed in", "{email} inició sesión"],
  ["{email} signed in with a recovery code", "{email} inició sesión con un código de recuperación"],
  ["{email} ended one of their sessions", "{email} cerró una de sus sesiones"],
  ["{email} ended all their other sessions", "{email} cerró todas sus demás sesiones"],
  ["Turned off the second factor of {email}", "Desactivó el segundo factor de {email}"],
  [
    "Turned off the second factor of {email} on the command line",
    "Desactivó el segundo factor de {email} en la línea de órdenes",
  ],
  ["Changed the security settings", "Cambió los ajustes de seguridad"],
  ["Allowed test sends to the simulators", "Permitió envíos de prueba a los simuladores"],
  ["Forbade test sends to the simulators", "Prohibió los envíos de prueba a los simuladores"],
  ["Requested a test message by {channel}", "Pidió un mensaje de prueba por {channel}"],
  ["Marked the step {step} of going live as done", "Marcó el paso {step} de la puesta en marcha como hecho"],
  [
    "Marked the step {step} of going live as not done",
    "Marcó el paso {step} de la puesta en marcha como no hecho",
  ],
  ["Checked the mail records of {domain}", "Comprobó los registros de correo de {domain}"],
  ["Deleted a person", "Eliminó a una persona"],
  ["Deleted {count} people", "Eliminó a {count} personas"],
  ["Deleted 1 person", "Eliminó a 1 persona"],
  [
    "Deleted a person again, whom a backup had brought back",
    "Volvió a eliminar a una persona que una copia de seguridad había devuelto",
  ],
  [
    "The recordings of {count} deleted calls are still at the vendor",
    "Las grabaciones de {count} llamadas eliminadas siguen en el proveedor",
  ],
  [
    "The vendor has no recordings of {count} deleted calls any more",
    "El proveedor ya no tiene grabaciones de {count} llamadas eliminadas",
  ],
  [
    "Asked the vendors again to delete the recordings of {count} calls",
    "Pidió de nuevo a los proveedores que borraran las grabaciones de {count} llamadas",
  ],
  ["Deleted {count} rows older than {days} days", "Eliminó {count} filas de más de {days} días"],
  ["Started to delete a {kind} with {total} rows", "Empezó a eliminar ({kind}) {total} filas"],
  ["Asked a model for a new summary of a person", "Pidió a un modelo un resumen nuevo de una persona"],
  ["Exported everything stored about a person", "Exportó todo lo guardado sobre una persona"],
  ["Trained the scores on what people did", "Entrenó las puntuaciones con lo que hicieron las personas"],
  ["Started a training of the scores", "Empezó un entrenamiento de las puntuaciones"],
  [
    "Chose version {version} of the {score} model",
    "Eligió la versión {version} del modelo de la puntuación {score}",
  ],
  ["Chose the starting weights of the {score} score", "Eligió los pesos iniciales de la puntuación {score}"],
  [
    "Changed the days of the outcomes that scores predict",
    "Cambió los días de los resultados que predicen las puntuaciones",
  ],
  ["Started a bulk change of people", "Empezó un cambio de muchas personas"],
  ["Started to undo a bulk change of people", "Empezó a deshacer un cambio de muchas personas"],
  ["Undid a bulk change of {people}", "Deshizo un cambio de muchas personas: {people}"],
  ["A bulk change stopped after {people}", "Un cambio de muchas personas se detuvo: {people}"],
  [
    "The undo of a bulk change stopped after {people}",
    "La reversión de un cambio de muchas personas se detuvo: {people}",
  ],
  ["Set the stage {stage} for {people}", "Fijó la etapa {stage}: {people}"],
  ["Added the tag “{tag}” to {people}", "Añadió la etiqueta «{tag}»: {people}"],
  ["Removed the tag “{tag}” from {people}", "Quitó la etiqueta «{tag}»: {people}"],
  ["Two people were said to be the same person", "Indicó que dos personas son la misma"],
  ["Two people were said to be different people", "Indicó que dos personas son distintas"],
  ["Set a person's language from what they wrote", "Fijó el idioma de una persona por lo que escribió"],
  ["A person opted out of {channel}", "Una persona se dio de baja de {channel}"],
  ["{name} could not be read: {reason}", "{name} no se pudo leer: {reason}"],
  ["{email} signed out", "{email} cerró la sesión"],
  ["Sign-in failed for {email}", "Inicio de sesión fallido de {email}"],
  ["{email} changed their profile", "{email} cambió su perfil"],
  ["{email} changed their password", "{email} cambió su contraseña"],
  [
    "Set a new password for {email} on the command line",
    "Fijó una contraseña nueva para {email} en la línea de órdenes",
  ],
  ["Created the first administrator, {email}", "Creó la primera cuenta de administración, {email}"],
  ["Loaded the sample data of the demo workspace", "Cargó los datos de muestra de la demostración"],
  ["Deleted the sample data of the demo workspace", "Eliminó los datos de muestra de la demostración"],
];

const escapeLiteral = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);

type AuditPattern = { pattern: RegExp; spanish: string; literalLength: number };

/** The most specific sentence first: “Added the rule …” before “Added …”. */
const patterns: readonly AuditPattern[] = auditTexts
  .map(([english, spanish]) => ({
    pattern: new RegExp(`^${escapeLiteral(english).replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "su"),
    spanish,
    literalLength: english.replaceAll(/\{\w+\}/g, "").length,
  }))
  .sort((a, b) => b.literalLength - a.literalLength);

/** The description of an audit entry in a language. */
export const translateAudit = (description: string, language: Language): string => {
  if (language === "en") return description;
  for (const { pattern, spanish } of patterns) {
    const groups = pattern.exec(description)?.groups;
    if (groups !== undefined)
      return spanish.replaceAll(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "");
    if (pattern.test(description)) return spanish;
  }
  return description;
};

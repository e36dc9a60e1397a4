import type { Channel } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";
import type { NotificationKind } from "#domain/notification.ts";
import type { Reason } from "#domain/reason.ts";
import { shortReasonText } from "#domain/short-reason-texts.ts";

type NoticeParams = Record<string, string | number>;
type NoticeText = Record<Language, (params: NoticeParams) => string>;

const channelNames: Record<Language, Record<Channel, string>> = {
  en: { sms: "SMS", whatsapp: "WhatsApp", email: "e-mail", call: "call", voice_agent: "call", x: "X" },
  es: { sms: "SMS", whatsapp: "WhatsApp", email: "correo", call: "llamada", voice_agent: "llamada", x: "X" },
};
const channelName = (channel: unknown, language: Language): string =>
  channelNames[language][channel as Channel] ?? String(channel);

const notices: Record<NotificationKind, NoticeText> = {
  job_dead: {
    en: ({ job }) => `The job “${job}” failed permanently`,
    es: ({ job }) => `El trabajo «${job}» falló definitivamente`,
  },
  audit_broken: {
    en: ({ seq }) => `The audit trail failed verification from entry ${seq} on`,
    es: ({ seq }) => `El registro de auditoría no se verifica desde la entrada ${seq}`,
  },
  handoff_asked: {
    en: ({ person }) => `${person} asked to talk to a person`,
    es: ({ person }) => `${person} pidió hablar con una persona`,
  },
  reply_received: {
    en: ({ person, channel }) => `${person} wrote by ${channelName(channel, "en")}`,
    es: ({ person, channel }) => `${person} escribió por ${channelName(channel, "es")}`,
  },
  endpoint_failing: {
    en: ({ endpoint }) => `The endpoint “${endpoint}” is failing`,
    es: ({ endpoint }) => `El punto de entrada «${endpoint}» está fallando`,
  },
  send_unknown: {
    en: () => "The outcome of messages is unknown",
    es: () => "No se sabe el resultado de algunos mensajes",
  },
  review_needed: {
    en: () => "A reply about opting out or in needs review",
    es: () => "Hay que revisar una respuesta sobre la baja o el alta",
  },
  safety_alert: {
    en: ({ person, words }) => `${person} may be in danger or threatens: ${words}`,
    es: ({ person, words }) => `${person} puede estar en peligro o amenaza: ${words}`,
  },
  rule_loop: {
    en: ({ rule }) => `The rule “${rule}” triggered itself repeatedly and was stopped`,
    es: ({ rule }) => `La regla «${rule}» se activó a sí misma y fue detenida`,
  },
  mail_refused: {
    en: ({ detail }) => `A mail server rejects our e-mails: ${detail}`,
    es: ({ detail }) => `Un servidor rechaza nuestros correos: ${detail}`,
  },
  ai_provider_failing: {
    en: ({ name }) => `${name} cannot be used`,
    es: ({ name }) => `No se puede usar ${name}`,
  },
  recordings_kept: {
    en: ({ count }) => `${count} recordings of deleted calls could not be deleted at the vendor`,
    es: ({ count }) => `No se pudieron borrar ${count} grabaciones en el proveedor`,
  },
  mentioned: {
    en: ({ user, person }) => `${user} mentioned a colleague in a note about ${person}`,
    es: ({ user, person }) => `${user} mencionó a un colega en una nota sobre ${person}`,
  },
  thread_assigned: {
    en: ({ user, person }) => `${user} assigned the conversation with ${person}`,
    es: ({ user, person }) => `${user} asignó la conversación con ${person}`,
  },
  thread_team_assigned: {
    en: ({ user, team, person, count }) =>
      Number(count) > 1
        ? `${user} gave ${count} conversations to the team ${team}`
        : `${user} gave the conversation with ${person} to the team ${team}`,
    es: ({ user, team, person, count }) =>
      Number(count) > 1
        ? `${user} pasó ${count} conversaciones al equipo ${team}`
        : `${user} pasó la conversación con ${person} al equipo ${team}`,
  },
  opt_in_limit: {
    en: ({ limit }) => `Forms have asked for ${limit} confirmations by SMS within a day and ask for no more`,
    es: ({ limit }) => `Los formularios pidieron ${limit} confirmaciones por SMS en un día y no piden más`,
  },
  snooze_ended: {
    en: ({ person }) => `The conversation with ${person} is back`,
    es: ({ person }) => `Volvió la conversación con ${person}`,
  },
  broadcast_paused: {
    en: ({ name }) => `The broadcast “${name}” was paused automatically`,
    es: ({ name }) => `El envío masivo «${name}» se pausó automáticamente`,
  },
  rule_notice: {
    en: ({ text, person }) => `${text} (${person})`,
    es: ({ text, person }) => `${text} (${person})`,
  },
  task_due: {
    en: ({ title, person }) => `Due now: ${title} (${person})`,
    es: ({ title, person }) => `Vence ahora: ${title} (${person})`,
  },
  batch_finished: {
    en: ({ name }) => `“${name}” is finished`,
    es: ({ name }) => `«${name}» terminó`,
  },
  token_suspended: {
    en: ({ name }) => `The token “${name}” was suspended after many refused calls`,
    es: ({ name }) => `El token «${name}» se suspendió tras muchas llamadas rechazadas`,
  },
  approval_waiting: {
    en: ({ name }) => `“${name}” asks for approval`,
    es: ({ name }) => `«${name}» pide aprobación`,
  },
  token_read_many: {
    en: ({ name, count }) => `“${name}” has read about ${count} people today`,
    es: ({ name, count }) => `«${name}» leyó los datos de ${count} personas hoy`,
  },
  webhook_paused: {
    en: ({ name }) => `The webhook “${name}” was paused: its receiver does not take events`,
    es: ({ name }) => `El webhook «${name}» se pausó: su receptor no acepta eventos`,
  },
  sync_paused: {
    en: ({ name, reason }) => `The sync with ${name} is paused: ${reason}`,
    es: ({ name, reason }) => `La sincronización con ${name} está en pausa: ${reason}`,
  },
  integration_failing: {
    en: ({ name, reason }) => `${name} does not take what Faro sends: ${reason}`,
    es: ({ name, reason }) => `${name} no acepta lo que Faro envía: ${reason}`,
  },
  report_limit: {
    en: ({ en, value, limit, days }) => `${en} crossed its limit of ${limit}: ${value} (days: ${days})`,
    es: ({ es, value, limit, days }) => `${es} cruzó su límite de ${limit}: ${value} (días: ${days})`,
  },
};

/** The notice as a line of a chat, in the language of the workspace. */
export const noticeText = (kind: NotificationKind, params: NoticeParams, language: Language): string => {
  const text = notices[kind][language](params);
  const simulated = { en: "test", es: "prueba" }[language];
  return params.simulated ? `${text} (${simulated})` : text;
};

/** What became of a reply that was written in a chat. */
export type ReplyVerdict =
  | { kind: "unknown_thread" }
  | { kind: "unknown_user"; userId: string }
  | { kind: "linked"; name: string }
  | { kind: "code_unknown" }
  | { kind: "may_not_write" }
  | { kind: "too_late" }
  | { kind: "files" }
  | { kind: "no_channel" }
  | { kind: "simulator" }
  | { kind: "crossed"; texts: readonly string[] }
  | { kind: "sent"; channel: Channel }
  | { kind: "waiting"; channel: Channel; reasons: readonly Pick<Reason, "code">[] }
  | { kind: "refused"; reasons: readonly Pick<Reason, "code">[] };

const reasonList = (reasons: readonly Pick<Reason, "code">[], language: Language): string =>
  [...new Set(reasons.map(({ code }) => shortReasonText(code, language) ?? code))].join("; ");

const english = (verdict: ReplyVerdict): string => {
  switch (verdict.kind) {
    case "unknown_thread":
      return "Not sent: Faro does not know this thread any more. Answer in Faro.";
    case "unknown_user":
      return `Not sent: your account (${verdict.userId}) is not linked to a user of Faro. Get a code in Faro under your account, and send it to this bot.`;
    case "linked":
      return `This account is linked: what you reply here is sent as ${verdict.name}.`;
    case "code_unknown":
      return "Not linked: the code is unknown, used or too old. Get a new one in Faro under your account.";
    case "may_not_write":
      return "Not sent: your user in Faro may not write to people.";
    case "too_late":
      return "Not sent: the reply reached Faro more than an hour ago and could not be handled until now. Reply again to send it.";
    case "files":
      return "Not sent: files can only be sent in Faro.";
    case "no_channel":
      return "Not sent: this person has no address that can be written to.";
    case "simulator":
      return "Not sent: a simulated chat cannot write through a live account.";
    case "crossed":
      return `Not sent: something came in meanwhile. Reply again to send it anyway.\n${verdict.texts.join("\n")}`;
    case "sent":
      return `Sent by ${channelName(verdict.channel, "en")}.`;
    case "waiting":
      return `Waiting to be sent by ${channelName(verdict.channel, "en")}: ${reasonList(verdict.reasons, "en")}.`;
    case "refused":
      return `Not sent: ${reasonList(verdict.reasons, "en")}.`;
  }
};

const spanish = (verdict: ReplyVerdict): string => {
  switch (verdict.kind) {
    case "unknown_thread":
      return "No se envió: Faro ya no conoce este hilo. Contesta en Faro.";
    case "unknown_user":
      return `No se envió: tu cuenta (${verdict.userId}) no está enlazada con un usuario de Faro. Pide un código en Faro, en tu cuenta, y envíalo a este bot.`;
    case "linked":
      return `Esta cuenta está enlazada: lo que respondas aquí se envía como ${verdict.name}.`;
    case "code_unknown":
      return "No se enlazó: el código es desconocido, ya se usó o venció. Pide uno nuevo en Faro, en tu cuenta.";
    case "may_not_write":
      return "No se envió: tu usuario de Faro no puede escribir a personas.";
    case "too_late":
      return "No se envió: la respuesta llegó a Faro hace más de una hora y no se pudo atender hasta ahora. Contesta otra vez para enviarla.";
    case "files":
      return "No se envió: los archivos solo se pueden enviar en Faro.";
    case "no_channel":
      return "No se envió: esta persona no tiene una dirección a la que escribir.";
    case "simulator":
      return "No se envió: un chat simulado no puede escribir por una cuenta real.";
    case "crossed":
      return `No se envió: llegó algo entretanto. Contesta otra vez para enviarlo de todos modos.\n${verdict.texts.join("\n")}`;
    case "sent":
      return `Enviado por ${channelName(verdict.channel, "es")}.`;
    case "waiting":
      return `Espera para salir por ${channelName(verdict.channel, "es")}: ${reasonList(verdict.reasons, "es")}.`;
    case "refused":
      return `No se envió: ${reasonList(verdict.reasons, "es")}.`;
  }
};

export const verdictText = (verdict: ReplyVerdict, language: Language): string =>
  (language === "es" ? spanish : english)(verdict);

export const replyHint: Record<Language, string> = {
  en: "Reply in this thread to answer.",
  es: "Responde en este hilo para contestar.",
};

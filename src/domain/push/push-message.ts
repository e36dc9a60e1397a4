import type { Channel } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";
import { cutText } from "#domain/storable-text.ts";
import { channelLabels } from "#domain/texts/value-labels.ts";
import type { PushedKind } from "./push-group.ts";

/** All that a push service carries, encrypted for the device. */
export type PushMessage = { title: string; body: string; link: string; tag: string };

type Params = Readonly<Record<string, string | number>>;
type Words = { title: string; body: string };
type Wording = Record<Language, (params: Params) => Words>;

const channelOf = ({ channel }: Params, language: Language): string =>
  channelLabels[channel as Channel]?.[language] ?? String(channel);

const wordings: Record<PushedKind, Wording> = {
  reply_received: {
    en: (params) => ({ title: String(params.person), body: `New message · ${channelOf(params, "en")}` }),
    es: (params) => ({ title: String(params.person), body: `Mensaje nuevo · ${channelOf(params, "es")}` }),
  },
  mentioned: {
    en: ({ user, person }) => ({ title: `${user} mentioned you`, body: `In a note about ${person}` }),
    es: ({ user, person }) => ({ title: `${user} lo mencionó`, body: `En una nota sobre ${person}` }),
  },
  handoff_asked: {
    en: ({ person }) => ({ title: "Handoff", body: `${person} asked to talk to a human agent` }),
    es: ({ person }) => ({ title: "Traspaso", body: `${person} pidió hablar con un agente humano` }),
  },
  thread_assigned: {
    en: ({ user, person }) => ({
      title: "Conversation assigned to you",
      body: `${user} assigned you the conversation with ${person}`,
    }),
    es: ({ user, person }) => ({
      title: "Conversación asignada a usted",
      body: `${user} le asignó la conversación con ${person}`,
    }),
  },
  thread_team_assigned: {
    en: ({ user, team, person, count }) => ({
      title: `New for the team ${team}`,
      body:
        Number(count) > 1
          ? `${user} assigned it ${count} conversations`
          : `${user} assigned it the conversation with ${person}`,
    }),
    es: ({ user, team, person, count }) => ({
      title: `Novedades para el equipo ${team}`,
      body:
        Number(count) > 1
          ? `${user} le asignó ${count} conversaciones`
          : `${user} le asignó la conversación con ${person}`,
    }),
  },
  approval_waiting: {
    en: ({ name }) => ({ title: "Approval needed", body: `“${name}” asks for your decision` }),
    es: ({ name }) => ({ title: "Se necesita aprobación", body: `«${name}» pide su decisión` }),
  },
  safety_alert: {
    en: ({ person, words }) => ({ title: `Safety alert: ${person}`, body: String(words) }),
    es: ({ person, words }) => ({ title: `Alerta de seguridad: ${person}`, body: String(words) }),
  },
};

const simulated: Record<Language, string> = { en: "test", es: "prueba" };
const maxTitleLength = 80;
const maxBodyLength = 200;
const maxLinkLength = 300;

/** Notifications that lead to the same place replace one another on a device. */
export const toPushMessage = (
  notification: { id: string; kind: PushedKind; params: Params; link: string | null },
  language: Language,
): PushMessage => {
  const { id, kind, params } = notification;
  const { title, body } = wordings[kind][language](params);
  const link =
    notification.link !== null && notification.link.length <= maxLinkLength ? notification.link : "/";
  return {
    title: cutText(title, maxTitleLength),
    body: cutText(params.simulated ? `${body} (${simulated[language]})` : body, maxBodyLength),
    link,
    tag: link === "/" ? id : link,
  };
};

export const testPushMessage: Record<Language, PushMessage> = {
  en: { title: "Faro", body: "Notifications arrive on this device.", link: "/", tag: "test" },
  es: { title: "Faro", body: "Las notificaciones llegan a este dispositivo.", link: "/", tag: "test" },
};

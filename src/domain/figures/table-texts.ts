import type { Channel } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";
import { shortReasonText } from "#domain/short-reason-texts.ts";
import { channelLabels } from "#domain/texts/value-labels.ts";
import type { CallOwner } from "#domain/voice/call.ts";
import type { Pace } from "./metrics.ts";
import type { RowKind, TableName } from "./tables.ts";

type Text = Record<Language, string>;

export const tableTexts: Record<TableName, Text> = {
  sources: { en: "From lead to sale", es: "Del prospecto a la venta" },
  speed: { en: "How fast new people hear back", es: "Qué tan rápido se contacta a las personas nuevas" },
  pace: { en: "Does a fast first message pay?", es: "¿Vale la pena escribir rápido?" },
  attribution: { en: "Who gets the credit for a conversion", es: "A quién se le acredita una conversión" },
  conversations: { en: "Conversations", es: "Conversaciones" },
  agents: { en: "Team at work", es: "El equipo en acción" },
  calls: { en: "Calls", es: "Llamadas" },
  delivery: { en: "Delivery", es: "Entrega" },
  delivery_by_vendor: { en: "Delivery by provider", es: "Entrega por proveedor" },
  delivery_by_rule: { en: "Delivery by rule", es: "Entrega por regla" },
  delivery_by_template: { en: "Delivery by template", es: "Entrega por plantilla" },
  not_sent: { en: "Not sent, and what it cost", es: "Sin enviar, y lo que costó" },
  opt_outs: { en: "Opt-outs and complaints", es: "Bajas y quejas" },
};

/** What the first column of a table names. */
export const rowKindTexts: Record<RowKind, Text> = {
  source: { en: "Source", es: "Fuente" },
  pace: { en: "First message after", es: "Primer mensaje después de" },
  channel: { en: "Channel", es: "Canal" },
  vendor: { en: "Provider", es: "Proveedor" },
  rule: { en: "Rule, sequence or broadcast", es: "Regla, secuencia o envío masivo" },
  template: { en: "Template", es: "Plantilla" },
  reason: { en: "Reason", es: "Motivo" },
  user: { en: "User", es: "Usuario" },
  speaker: { en: "Who spoke", es: "Quién habló" },
  none: { en: "People", es: "Personas" },
};

export const totalText: Text = { en: "All", es: "Todo" };

const paceTexts: Record<Pace, Text> = {
  under_1: { en: "under 1 min", es: "menos de 1 min" },
  under_5: { en: "1 to 5 min", es: "1 a 5 min" },
  under_15: { en: "5 to 15 min", es: "5 a 15 min" },
  under_60: { en: "15 to 60 min", es: "15 a 60 min" },
  under_240: { en: "1 to 4 h", es: "1 a 4 h" },
  under_1440: { en: "4 to 24 h", es: "4 a 24 h" },
  later: { en: "over 24 h", es: "más de 24 h" },
  never: { en: "not yet", es: "aún no" },
};

const speakerTexts: Record<CallOwner, Text> = {
  agent: { en: "AI voice agent", es: "Agente de voz con IA" },
  operator: { en: "User", es: "Usuario" },
  nobody: { en: "No one", es: "Nadie" },
};

const nothingTexts: Record<RowKind, Text> = {
  source: { en: "Without a source", es: "Sin fuente" },
  pace: { en: "Unknown", es: "Sin saber" },
  channel: { en: "Without a channel", es: "Sin canal" },
  vendor: { en: "Unknown", es: "Sin saber" },
  rule: { en: "By hand", es: "A mano" },
  template: { en: "Without a template", es: "Sin plantilla" },
  reason: { en: "Unknown", es: "Sin saber" },
  user: { en: "Unknown user", es: "Usuario desconocido" },
  speaker: { en: "Without an agent", es: "Sin agente" },
  none: totalText,
};

const deletedRule: Text = { en: "Deleted rule", es: "Regla eliminada" };

const statusTexts: Record<string, Text> = {
  cancelled: { en: "Canceled", es: "Cancelado" },
  blocked: { en: "Stopped", es: "Detenido" },
};

/** How a row is called. Users, rules and templates have their name, sources are names of their own. */
export const rowText = (kind: RowKind, key: string, label: string | null, language: Language): string => {
  const otherwise = nothingTexts[kind][language];
  switch (kind) {
    case "source":
      return key || otherwise;
    case "pace":
      return (paceTexts as Partial<Record<string, Text>>)[key]?.[language] ?? otherwise;
    case "channel":
      return channelLabels[key as Channel]?.[language] ?? (key || otherwise);
    case "reason":
      return statusTexts[key]?.[language] ?? shortReasonText(key, language) ?? (key || otherwise);
    case "vendor":
    case "template":
      return label ?? (key || otherwise);
    case "rule":
      return key === "" ? otherwise : (label ?? deletedRule[language]);
    case "user":
      return label ?? otherwise;
    case "speaker":
      return (speakerTexts as Partial<Record<string, Text>>)[key]?.[language] ?? otherwise;
    case "none":
      return otherwise;
  }
};

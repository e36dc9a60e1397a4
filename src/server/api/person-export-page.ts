import type { Language } from "#domain/language.ts";

type Rows = Record<string, unknown>[];

const texts: Record<
  Language,
  { title: string; made: string; none: string; sections: Record<string, string> }
> = {
  en: {
    title: "Everything stored about a person",
    made: "Exported",
    none: "Nothing stored",
    sections: {
      person: "Person",
      profile: "Scores and profile",
      timeline: "Timeline",
      messages: "Messages and planned messages",
      receipts: "Delivery receipts",
      calls: "Calls",
      callTurns: "Transcripts of calls",
      agentTurns: "Answers of the voice agent",
      requests: "Requests",
      unansweredQuestions: "Questions without an answer",
      addresses: "Addresses",
      thread: "Conversation",
      episodes: "Matters of the conversation",
      notes: "Notes",
      tasks: "Tasks",
      drafts: "Drafts",
      approvals: "Requests of AI assistants",
      suggestions: "Suggested answers",
      merges: "Merges",
      imports: "Imports",
      syncs: "Synced contacts",
      syncChanges: "Changes by syncs",
      accounts: "Accounts at other systems",
      externalTasks: "Tasks in other systems",
      chatThreads: "Notices in chats",
      integrationWork: "Sent to or reported by other systems",
      consents: "Consents",
      forms: "Forms that were filled in",
      conversations: "Last contact by channel",
      reviews: "Replies under review",
      ruleRuns: "Decisions of rules",
      readings: "What messages say",
      moments: "What the scores rested on",
      location: "Where the address is",
      summary: "Summary by a model",
      events: "Received events",
      webhooks: "Events sent to other systems",
      costs: "Costs",
      changes: "Changes by users",
      optOuts: "Opt-outs and opt-ins",
    },
  },
  es: {
    title: "Todo lo guardado sobre una persona",
    made: "Exportado",
    none: "Nada guardado",
    sections: {
      person: "Persona",
      profile: "Puntuaciones y perfil",
      timeline: "Historial",
      messages: "Mensajes enviados y planificados",
      receipts: "Acuses de entrega",
      calls: "Llamadas",
      callTurns: "Transcripciones de llamadas",
      agentTurns: "Respuestas del agente de voz",
      requests: "Solicitudes",
      unansweredQuestions: "Preguntas sin respuesta",
      addresses: "Direcciones",
      thread: "Conversación",
      episodes: "Asuntos de la conversación",
      notes: "Notas",
      tasks: "Tareas",
      drafts: "Borradores",
      approvals: "Solicitudes de asistentes de IA",
      suggestions: "Respuestas sugeridas",
      merges: "Fusiones",
      imports: "Importaciones",
      syncs: "Contactos sincronizados",
      syncChanges: "Cambios de sincronizaciones",
      accounts: "Cuentas en otros sistemas",
      externalTasks: "Tareas en otros sistemas",
      chatThreads: "Avisos en chats",
      integrationWork: "Enviado a otros sistemas o informado por ellos",
      consents: "Consentimientos",
      forms: "Formularios completados",
      conversations: "Último contacto por canal",
      reviews: "Respuestas en revisión",
      ruleRuns: "Decisiones de las reglas",
      readings: "Lo que dicen los mensajes",
      moments: "En qué se basaron las puntuaciones",
      location: "Dónde está la dirección",
      summary: "Resumen de un modelo",
      events: "Eventos recibidos",
      webhooks: "Eventos enviados a otros sistemas",
      costs: "Costos",
      changes: "Cambios hechos por usuarios",
      optOuts: "Bajas y altas",
    },
  },
};

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const valueText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value, null, 1) : String(value);
};

const rowHtml = (row: Record<string, unknown>): string => {
  const cells = Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(valueText(value))}</td></tr>`);
  return `<table>${cells.join("")}</table>`;
};

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16222e}
h2{margin-top:2rem;border-bottom:1px solid #cfd8e0}table{border-collapse:collapse;width:100%;margin:.75rem 0}
th,td{text-align:left;vertical-align:top;padding:.2rem .6rem;border-bottom:1px solid #e4eaef;overflow-wrap:anywhere;white-space:pre-wrap}
th{width:13rem;font-weight:600;color:#4a5a68}`;

/** The export as one page to read and print, without scripts. */
export const personExportPage = (data: Record<string, Rows>, language: Language, now: Date): string => {
  const { title, made, none, sections } = texts[language];
  const parts = Object.entries(data).map(
    ([kind, rows]) =>
      `<h2>${escapeHtml(sections[kind] ?? kind)} (${rows.length})</h2>${rows.map(rowHtml).join("") || `<p>${none}</p>`}`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${made}: ${now.toISOString()}</p>${parts.join("\n")}</body></html>`;
};

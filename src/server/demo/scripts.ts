import { sql } from "drizzle-orm";
import { type ScriptFact, type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import type { Tx } from "#server/db/database.ts";
import { insertScript, lockScript, updateScript } from "#server/store/workspace/scripts.ts";

type DemoScript = Omit<ScriptInput, "knowledgeIds">;

const ask = (key: string, label: string, kind: ScriptFact["kind"], question: string): ScriptFact => ({
  ...{ key, label, kind, question },
  isRequired: true,
  choices: [],
});
const mayAsk = (...[key, label, kind, question, ...choices]: [...Parameters<typeof ask>, ...string[]]) => ({
  ...ask(key, label, kind, question),
  isRequired: false,
  choices,
});
/** Voices of Google, which the simulator and calls of a live account offer under the same names. */
const english = {
  language: "en",
  accent: "en-US",
  ttsProvider: "google",
  voiceId: "en-US-Neural2-F",
  enabled: true,
} as const;
const spanish = {
  language: "es",
  accent: "es-LA",
  ttsProvider: "google",
  voiceId: "es-US-Neural2-A",
  enabled: true,
} as const;

const demoScripts: readonly DemoScript[] = [
  {
    ...english,
    name: "Welcome call",
    useCase: "welcome_call",
    content:
      "{{customer_name}}, you asked us about solar power for your house. Is this a good moment to talk for three minutes?",
    goals: [
      {
        title: "Find out if the house fits",
        say: "A few short questions tell us whether solar power pays off for you.",
        facts: ["owns_house", "monthly_bill", "roof"],
      },
      {
        title: "Agree on a visit",
        say: "An advisor can look at the roof and give you the exact price. The visit is free.",
        facts: ["visit_day"],
      },
    ],
    facts: [
      ask("owns_house", "Owns the house", "yes_no", "Is the house yours?"),
      ask("monthly_bill", "Monthly bill", "money", "How much is a normal electricity bill?"),
      mayAsk("roof", "Roof", "choice", "What is the roof made of?", "Concrete", "Zinc", "Other"),
      mayAsk("outages", "Outages a month", "number", "How often do you lose power in a month?"),
      ask("visit_day", "Best day for a visit", "date", "Which day suits you?"),
    ],
  },
  {
    ...spanish,
    name: "Llamada de bienvenida",
    useCase: "welcome_call",
    content:
      "{{customer_name}}, usted nos preguntó por energía solar para su casa. ¿Tiene tres minutos para hablar?",
    goals: [
      {
        title: "Saber si la casa es apta",
        say: "Con unas preguntas cortas le digo si la energía solar le conviene.",
        facts: ["casa_propia", "factura_mensual", "techo"],
      },
      {
        title: "Acordar una visita",
        say: "Un asesor puede ver el techo y darle el precio exacto. La visita es gratis.",
        facts: ["dia_visita"],
      },
    ],
    facts: [
      ask("casa_propia", "Casa propia", "yes_no", "¿La casa es suya?"),
      ask("factura_mensual", "Factura mensual", "money", "¿Cuánto paga de luz en un mes normal?"),
      mayAsk("techo", "Techo", "choice", "¿De qué es el techo?", "Cemento", "Zinc", "Otro"),
      mayAsk("apagones", "Apagones al mes", "number", "¿Cuántas veces se va la luz al mes?"),
      ask("dia_visita", "Día para la visita", "date", "¿Qué día le queda bien para la visita?"),
    ],
  },
  {
    ...spanish,
    name: "Seguimiento de cotización",
    useCase: "follow_up",
    content:
      "{{customer_name}}, su cotización de {{company_name}} ya está lista. ¿Le gustaría que un asesor la repase con usted esta semana?",
    goals: [
      {
        title: "Acordar el repaso con un asesor",
        say: "El repaso toma unos veinte minutos y no le compromete a nada.",
        facts: ["quiere_repaso", "dia_repaso"],
      },
    ],
    facts: [
      ask("quiere_repaso", "Quiere el repaso", "yes_no", "¿Desea repasar la cotización con un asesor?"),
      ask("dia_repaso", "Día del repaso", "date", "¿Qué día le conviene?"),
    ],
  },
  {
    ...english,
    name: "Visit reminder",
    useCase: "appointment",
    content:
      "{{customer_name}}, a short reminder: our advisor visits you tomorrow. Say “change” if another time suits you better.",
    goals: [{ title: "Confirm the visit or move it", say: "", facts: ["visit_stays"] }],
    facts: [
      ask("visit_stays", "Visit stays as planned", "yes_no", "Does the visit tomorrow still suit you?"),
      mayAsk("new_day", "New day", "date", "Which other day suits you?"),
    ],
  },
  {
    ...spanish,
    enabled: false,
    name: "Encuesta después de la instalación",
    useCase: "survey",
    content:
      "{{customer_name}}, su sistema de {{company_name}} ya cumple un mes. ¿Tiene un minuto para una pregunta?",
    goals: [{ title: "Conocer la satisfacción", say: "", facts: ["satisfaccion", "comentario"] }],
    facts: [
      ask(
        "satisfaccion",
        "Satisfacción",
        "number",
        "Del uno al diez, ¿qué tan satisfecho está con la instalación?",
      ),
      mayAsk("comentario", "Comentario", "text", "¿Qué podríamos haber hecho mejor?"),
    ],
  },
];

/** First saved without goals. */
const revisedScript = "Llamada de bienvenida";

const toInput = (script: DemoScript) => scriptInput.parse(script);

export const addScripts = async (tx: Tx): Promise<void> => {
  for (const script of demoScripts)
    await insertScript(
      tx,
      toInput(script.name === revisedScript ? { ...script, goals: [], facts: [] } : script),
      null,
    );
};

export const reviseScript = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM scripts WHERE name = ${revisedScript}`,
  );
  const before = rows[0] && (await lockScript(tx, rows[0].id));
  const script = demoScripts.find(({ name }) => name === revisedScript);
  if (before && script) await updateScript(tx, before, toInput(script), null);
};

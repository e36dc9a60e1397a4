import { sql } from "drizzle-orm";
import { type ScriptFact, type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import type { Tx } from "#server/db/database.ts";
import { insertScript, lockScript, updateScript } from "#server/store/workspace/scripts.ts";

type DemoScript = Omit<ScriptInput, "voiceId" | "ttsProvider" | "knowledgeIds">;

const required = (fact: Pick<ScriptFact, "key" | "label" | "kind" | "question">): ScriptFact => ({
  ...fact,
  isRequired: true,
  choices: [],
});

const demoScripts: readonly DemoScript[] = [
  {
    name: "Welcome call",
    language: "en",
    accent: "en-US",
    useCase: "welcome_call",
    enabled: true,
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
      required({
        key: "owns_house",
        label: "Owns the house",
        kind: "yes_no",
        question: "Is the house yours?",
      }),
      required({
        key: "monthly_bill",
        label: "Monthly bill",
        kind: "money",
        question: "How much is a normal electricity bill?",
      }),
      {
        ...required({ key: "roof", label: "Roof", kind: "choice", question: "What is the roof made of?" }),
        isRequired: false,
        choices: ["Concrete", "Zinc", "Other"],
      },
      {
        ...required({
          key: "outages",
          label: "Outages a month",
          kind: "number",
          question: "How often do you lose power in a month?",
        }),
        isRequired: false,
      },
      required({
        key: "visit_day",
        label: "Best day for a visit",
        kind: "date",
        question: "Which day suits you?",
      }),
    ],
  },
  {
    name: "Llamada de bienvenida",
    language: "es",
    accent: "es-LA",
    useCase: "welcome_call",
    enabled: true,
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
      required({ key: "casa_propia", label: "Casa propia", kind: "yes_no", question: "¿La casa es suya?" }),
      required({
        key: "factura_mensual",
        label: "Factura mensual",
        kind: "money",
        question: "¿Cuánto paga de luz en un mes normal?",
      }),
      {
        ...required({ key: "techo", label: "Techo", kind: "choice", question: "¿De qué es el techo?" }),
        isRequired: false,
        choices: ["Cemento", "Zinc", "Otro"],
      },
      {
        ...required({
          key: "apagones",
          label: "Apagones al mes",
          kind: "number",
          question: "¿Cuántas veces se va la luz al mes?",
        }),
        isRequired: false,
      },
      required({
        key: "dia_visita",
        label: "Día para la visita",
        kind: "date",
        question: "¿Qué día le queda bien para la visita?",
      }),
    ],
  },
  {
    name: "Seguimiento de cotización",
    language: "es",
    accent: "es-LA",
    useCase: "follow_up",
    enabled: true,
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
      required({
        key: "quiere_repaso",
        label: "Quiere el repaso",
        kind: "yes_no",
        question: "¿Desea repasar la cotización con un asesor?",
      }),
      required({
        key: "dia_repaso",
        label: "Día del repaso",
        kind: "date",
        question: "¿Qué día le conviene?",
      }),
    ],
  },
  {
    name: "Visit reminder",
    language: "en",
    accent: "en-US",
    useCase: "appointment",
    enabled: true,
    content:
      "{{customer_name}}, a short reminder: our advisor visits you tomorrow. Say “change” if another time suits you better.",
    goals: [{ title: "Confirm the visit or move it", say: "", facts: ["visit_stays"] }],
    facts: [
      required({
        key: "visit_stays",
        label: "Visit stays as planned",
        kind: "yes_no",
        question: "Does the visit tomorrow still suit you?",
      }),
      {
        ...required({
          key: "new_day",
          label: "New day",
          kind: "date",
          question: "Which other day suits you?",
        }),
        isRequired: false,
      },
    ],
  },
  {
    name: "Encuesta después de la instalación",
    language: "es",
    accent: "es-LA",
    useCase: "survey",
    enabled: false,
    content:
      "{{customer_name}}, su sistema de {{company_name}} ya cumple un mes. ¿Tiene un minuto para una pregunta?",
    goals: [{ title: "Conocer la satisfacción", say: "", facts: ["satisfaccion", "comentario"] }],
    facts: [
      required({
        key: "satisfaccion",
        label: "Satisfacción",
        kind: "number",
        question: "Del uno al diez, ¿qué tan satisfecho está con la instalación?",
      }),
      {
        ...required({
          key: "comentario",
          label: "Comentario",
          kind: "text",
          question: "¿Qué podríamos haber hecho mejor?",
        }),
        isRequired: false,
      },
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

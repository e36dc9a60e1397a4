import type { ScriptInput } from "#domain/voice/script.ts";
import type { Tx } from "#server/db/database.ts";
import { scripts } from "#server/db/schema/voice.ts";
import type { Calendar } from "./calendar.ts";

const demoScripts: readonly Omit<
  ScriptInput,
  "voiceId" | "ttsProvider" | "goals" | "facts" | "knowledgeIds"
>[] = [
  {
    name: "Welcome call",
    language: "en",
    accent: "en-US",
    useCase: "welcome_call",
    enabled: true,
    content:
      "Hello {{customer_name}}, this is the virtual assistant of {{company_name}}. I am an AI, and this call may be recorded. You asked us about solar power. Is this a good moment to talk?",
  },
  {
    name: "Llamada de bienvenida",
    language: "es",
    accent: "es-LA",
    useCase: "welcome_call",
    enabled: true,
    content:
      "Hola, {{customer_name}}. Le habla el asistente virtual de {{company_name}}. Soy una inteligencia artificial y esta llamada se graba. Usted nos preguntó por energía solar. ¿Tiene un momento?",
  },
  {
    name: "Seguimiento de cotización",
    language: "es",
    accent: "es-LA",
    useCase: "follow_up",
    enabled: true,
    content:
      "Buenas tardes, {{customer_name}}. Soy el asistente virtual de {{company_name}}. Su cotización ya está lista. ¿Le gustaría que un asesor la repase con usted esta semana?",
  },
  {
    name: "Visit reminder",
    language: "en",
    accent: "en-US",
    useCase: "appointment",
    enabled: true,
    content:
      "Hello {{customer_name}}, a short reminder from the virtual assistant of {{company_name}}: our advisor visits you tomorrow. Say “change” if another time suits you better.",
  },
  {
    name: "Encuesta después de la instalación",
    language: "es",
    accent: "es-LA",
    useCase: "survey",
    enabled: false,
    content:
      "Hola, {{customer_name}}. Soy el asistente virtual de {{company_name}}. Su sistema ya cumple un mes. Del uno al diez, ¿qué tan satisfecho está con la instalación?",
  },
];

export const insertDemoScripts = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const first = new Date(days.at(-1) ?? newest);
  await tx
    .insert(scripts)
    .values(demoScripts.map((script) => ({ ...script, createdAt: first, updatedAt: first })));
};

import type { CallAnswer } from "#domain/voice/interpret-call.ts";

/** What people of the demo answer to messages; none of it is an opt-out. */
export const replyWords = [
  "Sí, me interesa.",
  "¿Cuánto sería al mes?",
  "Can you call me after five?",
  "Mándeme el estimado, por favor.",
  "Thanks, I will think about it.",
  "Thursday at four works for me.",
  "¿Puede ser mañana en la tarde?",
  "How long does the installation take?",
];
export const optOutWords = ["STOP", "ALTO", "Stop"];

/** What they write on forms and by e-mail. */
export const formWords = [
  "Quiero saber cuánto cuesta una batería para mi casa.",
  "¿Tienen financiamiento sin pronto pago?",
  "My bill went over $400 last month. Can you help?",
  "Looking for a quote for a two-story house.",
  "¿Cuánto tarda la instalación?",
  "We lose power every week. What size of battery do I need?",
  "Me recomendó mi vecina, quisiera una visita.",
  "Do you work in Kissimmee too?",
];

export const complaintWords = [
  "The inverter shows an error since Monday.",
  "Nadie me ha llamado todavía.",
  "My bill did not go down.",
];

/** What people answer on the telephone, by the way the call goes; the outcome follows from it. */
export const callCourses = {
  interested: {
    en: [{ speech: "Sure, go ahead. Yes, the house is ours." }],
    es: [{ speech: "Sí, dígame. Claro, la casa es mía." }],
  },
  later: {
    en: [{ speech: "I am busy, please call me back tomorrow." }],
    es: [{ speech: "Estoy ocupada, llámeme más tarde." }],
  },
  refused: {
    en: [{ speech: "I am not interested, thank you." }],
    es: [{ speech: "No me interesa, gracias." }],
  },
  handed_over: { en: [{ pressed: "1" }], es: [{ pressed: "1" }] },
  heard: { en: [], es: [] },
} as const satisfies Record<string, Record<"en" | "es", readonly CallAnswer[]>>;
export type CallCourse = keyof typeof callCourses;

export const paths = ["/", "/solar", "/baterias", "/financing", "/preguntas", "/reviews", "/cotizacion"];
export const campaigns = ["techo-solar", "never-without-power", "referidos", "organic"];
export const partners = ["Techos del Norte", "Roofline Orlando", "Casa Segura"];
export const visitTimes = ["09:00", "10:30", "13:00", "14:30", "16:00"];
export const mailSubjects = ["Cotización", "Question about my quote", "Cita", "Invoice", "Baterías"];

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

/** What people of the demo write on forms and by e-mail. */
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

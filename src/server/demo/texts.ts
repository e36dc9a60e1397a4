/** What people write, in their language. */
type Words = Record<"en" | "es", readonly string[]>;

/** What people of the demo answer to messages; none of it is an opt-out. */
export const replyWords: Words = {
  es: [
    "Sí, me interesa.",
    "¿Cuánto sería al mes?",
    "Mándeme el estimado, por favor.",
    "¿Puede ser mañana en la tarde?",
    "Gracias, lo hablo con mi esposa y le aviso.",
    "¿La batería viene incluida?",
    "El jueves a las cuatro me queda bien.",
    "¿Cuánto tarda la instalación?",
    "Mi techo es de zinc, ¿sirve?",
    "Llámeme después de las cinco, por favor.",
  ],
  en: [
    "Can you call me after five?",
    "Thanks, I will think about it.",
    "Thursday at four works for me.",
    "How long does the installation take?",
    "Yes, please send me the estimate.",
    "What would it be per month?",
    "Is the battery included?",
    "My roof is twelve years old, is that a problem?",
    "Could we do the visit on Saturday morning?",
    "I need to ask my wife first, I will get back to you.",
  ],
};
export const optOutWords: Words = { es: ["ALTO", "Alto", "STOP"], en: ["STOP", "Stop"] };

/** What they write on forms. */
export const formWords: Words = {
  es: [
    "Quiero saber cuánto cuesta una batería para mi casa.",
    "¿Tienen financiamiento sin pronto pago?",
    "¿Cuánto tarda la instalación?",
    "Me recomendó mi vecina, quisiera una visita.",
    "Pago más de $300 de luz al mes y quiero bajarla.",
    "Se me va la luz todas las semanas, ¿qué batería necesito?",
    "¿Trabajan con techos de zinc?",
    "Tengo un colmado y me interesa el sistema para el negocio.",
    "¿Los permisos con LUMA los hacen ustedes?",
    "¿Qué garantía tienen las placas?",
  ],
  en: [
    "My bill went over $400 last month. Can you help?",
    "Looking for a quote for a two-story house.",
    "We lose power every week. What size of battery do I need?",
    "Do you work in Kissimmee too?",
    "Is there a warranty on the inverter?",
    "How much would solar cost for a three bedroom house?",
    "Do you offer financing with no down payment?",
    "My neighbor recommended you. Can somebody visit us?",
    "Can I add a battery to the panels that I have?",
    "Who takes care of the permits?",
  ],
};

/** What they write by e-mail: subject and text. */
export const mailWords: Record<"en" | "es", readonly (readonly [subject: string, text: string])[]> = {
  es: [
    ["Cotización", "Buenas tardes. Quisiera una cotización para una casa de tres cuartos en cemento."],
    ["Baterías", "¿Cuál batería me recomiendan para la nevera, la luz y el internet?"],
    ["Mi cita", "Quisiera confirmar la hora de la visita. ¿Tengo que tener algo a la mano?"],
    ["Pregunta sobre el financiamiento", "¿Con qué cooperativas trabajan y a cuántos años se puede pagar?"],
    ["Mi factura", "Les adjunto lo que pagué este mes: $287. ¿Cuánto bajaría con placas?"],
  ],
  en: [
    ["Question about my quote", "Thank you for the quote. Does the price include the permits?"],
    ["Battery size", "How many hours would one battery keep the refrigerator and the lights on?"],
    ["Appointment", "Can we move the visit to the afternoon? I am at work until two."],
    ["Invoice", "I received the invoice. Can I pay it in two parts?"],
    ["Financing", "Which banks do you work with, and what is the rate for ten years?"],
  ],
};

export const complaintWords: Words = {
  es: [
    "Nadie me ha llamado todavía.",
    "El inversor marca un error desde el lunes.",
    "La factura no bajó como me dijeron.",
    "El técnico no llegó a la cita de ayer.",
  ],
  en: [
    "The inverter shows an error since Monday.",
    "My bill did not go down.",
    "Nobody has called me back yet.",
    "The technician did not come yesterday.",
  ],
};

export const paths = ["/", "/solar", "/baterias", "/financing", "/preguntas", "/reviews", "/cotizacion"];
export const campaigns = ["techo-solar", "never-without-power", "referidos", "organic"];
export const partners = ["Techos del Norte", "Roofline Orlando", "Casa Segura"];
export const visitTimes = ["09:00", "10:30", "13:00", "14:30", "16:00"];

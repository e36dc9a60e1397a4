/** The business that the evaluation calls for: a solar company in Puerto Rico. */
export const evaluationKnowledge = [
  {
    kind: "question",
    language: "es",
    title: "¿Cuánto cuesta una batería?",
    body: "Una batería cuesta entre $9,800 y $11,400 instalada, según el techo.",
  },
  {
    kind: "question",
    language: "en",
    title: "How much does a battery cost?",
    body: "A battery costs between $9,800 and $11,400 installed, depending on the roof.",
  },
  {
    kind: "question",
    language: "es",
    title: "¿Cuál es el horario?",
    body: "Atendemos de lunes a sábado de nueve de la mañana a seis de la tarde.",
  },
  {
    kind: "question",
    language: "en",
    title: "What are your opening hours?",
    body: "We are open Monday to Saturday from nine in the morning to six in the evening.",
  },
  {
    kind: "question",
    language: "es",
    title: "¿Qué garantía tiene?",
    body: "La batería tiene diez años de garantía del fabricante.",
  },
  {
    kind: "question",
    language: "en",
    title: "What is the warranty?",
    body: "The battery has a ten-year warranty of the manufacturer.",
  },
];

const facts = {
  en: [
    {
      key: "owns",
      label: "Owns the house",
      kind: "yes_no",
      question: "Is the house yours?",
      isRequired: true,
    },
    {
      key: "bill",
      label: "Monthly bill",
      kind: "money",
      question: "How much is a normal electricity bill?",
      isRequired: true,
    },
  ],
  es: [
    { key: "owns", label: "Casa propia", kind: "yes_no", question: "¿La casa es suya?", isRequired: true },
    {
      key: "bill",
      label: "Factura mensual",
      kind: "money",
      question: "¿De cuánto es su factura de luz en un mes normal?",
      isRequired: true,
    },
  ],
};

const script = (language: "en" | "es", name: string, content: string, goal: string) => ({
  name,
  language,
  accent: language === "es" ? "es-LA" : "en-US",
  ttsProvider: "google",
  useCase: "welcome_call",
  content,
  goals: [{ title: goal, say: "", facts: ["owns", "bill"] }],
  facts: facts[language],
});

export const evaluationScripts = {
  en: script(
    "en",
    "Welcome call",
    "{{first_name}}, you asked us about solar power. Is this a good moment to talk?",
    "Find out if the house fits",
  ),
  es: script(
    "es",
    "Llamada de bienvenida",
    "{{first_name}}, usted nos preguntó por energía solar. ¿Tiene un momento?",
    "Saber si la casa es adecuada",
  ),
};

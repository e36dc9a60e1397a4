type Turn = { speaker: "agent" | "customer"; text: string; at: number };
type Conversation = { language: "en" | "es"; turns: Turn[] };

/** Speakers alternate, the agent first; `at` is in seconds since the start of the call. */
const conversation = (language: "en" | "es", ...lines: string[]): Conversation => {
  let at = 0;
  return {
    language,
    turns: lines.map((text, index) => {
      const turn: Turn = { speaker: index % 2 === 0 ? "agent" : "customer", text, at };
      at += 2 + Math.round(text.length / 14);
      return turn;
    }),
  };
};

/** `{name}` is replaced by the first name. Each call starts by naming the caller, the AI and the recording. */
export const demoConversations: readonly Conversation[] = [
  conversation(
    "es",
    "Buenas tardes, {name}. Le habla el asistente virtual de Sol del Este. Soy una inteligencia artificial y esta llamada se graba. ¿Tiene un momento?",
    "Sí, dígame.",
    "Usted pidió una cotización para una batería. ¿Cuántas veces se le fue la luz este mes?",
    "Como cuatro. La última vez estuvimos nueve horas sin servicio.",
    "Entiendo. Con su consumo, una batería de 13.5 kilovatios hora cubriría la nevera, las luces y el internet toda la noche.",
    "¿Y eso se puede financiar?",
    "Sí, hasta 25 años y sin pronto pago. ¿Le parece si un asesor lo visita mañana a las diez?",
    "Mañana a las diez está bien. Gracias.",
  ),
  conversation(
    "es",
    "Hola, {name}. Soy el asistente virtual de Sol del Este, una inteligencia artificial, y esta llamada se graba. ¿Hablo en buen momento?",
    "Estoy trabajando, pero dígame rápido.",
    "Su estimado está listo. ¿Prefiere que se lo envíe por WhatsApp?",
    "Sí, por WhatsApp mejor. Y quiero hablar con una persona, tengo preguntas del contrato.",
    "Claro. Le paso ahora mismo con Marisol, de nuestro equipo. No cuelgue, por favor.",
    "Gracias.",
  ),
  conversation(
    "es",
    "Buenos días, {name}. Le llama el asistente virtual de Sol del Este. Soy una inteligencia artificial y la llamada se graba.",
    "No me interesa, gracias.",
    "Entendido. ¿Desea que no le llamemos más?",
    "Por ahora no. Quizás el año que viene.",
    "Perfecto, lo anotamos así. Que tenga un buen día.",
  ),
  conversation(
    "en",
    "Hello {name}, this is the virtual assistant of Sol del Este. I am an AI, and this call may be recorded. Is this a good moment?",
    "Sure, go ahead.",
    "You asked about solar for your roof. May I ask what you pay for electricity each month?",
    "Around three hundred and eighty dollars. More in summer.",
    "With that usage, a system of eight kilowatts would cover about ninety percent of it.",
    "That sounds good. What would it cost me?",
    "It depends on the roof, so we measure it first, free of charge. Would Thursday afternoon suit you?",
    "Thursday at four works.",
    "Booked. You will get a text message with the details. Thank you!",
  ),
  conversation(
    "en",
    "Hello {name}, this is the virtual assistant of Sol del Este. I am an AI, and this call may be recorded.",
    "Hi. Actually I would rather talk to a human.",
    "Of course. I am connecting you with Karen from our team right now.",
    "Great, thanks.",
  ),
  conversation(
    "en",
    "Hello {name}, this is the virtual assistant of Sol del Este. I am an AI, and this call may be recorded. Do you have a minute?",
    "We already went with another company.",
    "Congratulations on the new system. I will close your request. Anything else I can do?",
    "No, that is all. Bye.",
  ),
];

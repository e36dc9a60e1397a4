import type { ReadChannel } from "#domain/reading/labels.ts";

type ExampleName = "visit" | "price" | "answer" | "stop";
export type ExampleMessage = { name: ExampleName; text: string; previous: string; channel: ReadChannel | "" };

/** Messages to try, by the language they are written in. */
export const exampleMessages: Record<"en" | "es", readonly ExampleMessage[]> = {
  en: [
    {
      name: "visit",
      text: "Hi, we lost power again last night and the food went bad. How much is a battery? Could someone come by tomorrow at 10 am?",
      previous: "",
      channel: "",
    },
    {
      name: "price",
      text: "I like it, but it is too expensive. Call me next week.",
      previous: "",
      channel: "sms",
    },
    {
      name: "answer",
      text: "Tuesday works.",
      previous: "Would Tuesday or Thursday suit you?",
      channel: "sms",
    },
    {
      name: "stop",
      text: "This is the third time nobody showed up. Take me off your list.",
      previous: "",
      channel: "",
    },
  ],
  es: [
    {
      name: "visit",
      text: "Buenas, anoche se fue la luz otra vez y se dañó la comida. ¿Cuánto cuesta una batería? ¿Puede venir alguien mañana a las 10?",
      previous: "",
      channel: "",
    },
    {
      name: "price",
      text: "Me gusta, pero está muy caro para mí. Llámeme la semana que viene.",
      previous: "",
      channel: "sms",
    },
    {
      name: "answer",
      text: "Sí, a las 10 está bien.",
      previous: "¿Le viene bien mañana a las 9 o a las 10 de la mañana?",
      channel: "whatsapp",
    },
    {
      name: "stop",
      text: "Llevo dos semanas esperando y nadie me contesta. No me escriban más.",
      previous: "",
      channel: "",
    },
  ],
};

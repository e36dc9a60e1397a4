import { expect, test } from "vitest";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { type UtteranceMeaning, understand } from "./understand.ts";

test.each<[UtteranceMeaning, string[]]>([
  ["nothing_heard", ["", "…", "?!"]],
  [
    "repeat",
    ["what?", "¿Cómo?", "can you repeat that", "no le escucho", "Hello?", "¿Aló?", "are you there?"],
  ],
  ["who_is_calling", ["who is this?", "¿quién habla?", "why are you calling me", "¿de qué compañía?"]],
  ["promise", ["promise me a discount", "¿me garantiza que voy a ahorrar?", "quiero una rebaja"]],
  [
    "question",
    ["how much is it?", "¿cuánto cuesta?", "do you take credit cards", "quisiera saber si instalan en Ponce"],
  ],
  ["complaint", ["this is unacceptable", "el servicio es pésimo", "I will call my lawyer"]],
  ["booking", ["I want to make an appointment", "quiero una cita", "¿pueden venir a mi casa?"]],
  ["change_appointment", ["I need to reschedule", "cancel my appointment", "quiero cambiar mi cita"]],
  ["busy", ["I'm driving", "estoy guiando", "can you call me later?", "ahora no puedo", "bad time"]],
  [
    "undecided",
    ["let me think about it", "déjeme pensarlo", "I have to ask my wife", "tengo que hablarlo con mi esposo"],
  ],
  ["not_interested", ["not interested", "no gracias", "no me interesa", "no thank you"]],
  ["yes", ["yes", "sí", "Yes?", "¿Sí?", "dale", "claro que sí", "hello", "hola", "sure, go ahead", "ajá"]],
  ["no", ["no", "nope", "no, nothing else", "nada más"]],
  ["thanks", ["thank you so much", "muchas gracias"]],
  ["goodbye", ["have a good day", "que tenga buen día"]],
  ["other", ["my roof is old", "la casa es de cemento", "como doscientos pesos"]],
])("%s", (meaning, texts) => {
  expect(texts.map((text) => [text, understand(text, null)])).toEqual(texts.map((text) => [text, meaning]));
});

test("the local reader decides where no pattern does, if it is certain", () => {
  const reading = (confidence: number): MessageReading => ({
    language: "en",
    intent: "complaint",
    also: [],
    sentiment: -1,
    urgency: 0,
    asks: [],
    objection: null,
    callback: null,
    optOut: "no",
    confidence,
    quotes: [],
    reader: "local",
  });
  expect(understand("it rained in again", reading(0.9))).toBe("complaint");
  expect(understand("it rained in again", reading(0.3))).toBe("other");
});

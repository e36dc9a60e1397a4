import { describe, expect, test } from "vitest";
import { checkAnswer } from "./check-answer.ts";

const marina = [
  "Kayak rental is $35 for two hours. A double kayak costs $60 for two hours. Life vests are free.",
  "We are open Tuesday to Friday from 8:30 a.m. to 4:00 p.m. and Saturdays from 7:00 a.m. to 1:00 p.m. Mondays closed.",
  "We do not rent to children under 14. Our guides work in Fajardo and Luquillo only.",
  "Hull repair carries a 12-month warranty on labor and a 5-year warranty on materials. We do not offer discounts.",
  "Storage starts at $80 a month. Jet skis cost $150 every three months.",
];
const panaderia = [
  "El bizcocho de boda cuesta desde $240 y se encarga con 10 días de anticipación. El bizcocho de cumpleaños cuesta $38.",
  "Entregamos en Ponce y Juana Díaz por $12. No entregamos en Yauco.",
  "No usamos nueces. Aceptamos tarjeta y ATH Móvil; no aceptamos cheques.",
  "Abrimos de martes a sábado de 6:00 a 2:00. Los domingos cerramos.",
];

const reasonOf = (answer: string, question: string, passages: readonly string[]): string | null => {
  const checked = checkAnswer(answer, { question, knowledge: passages.map((text) => ({ text })) });
  return checked.supported ? null : checked.reason;
};

describe("what a passage says in the same relation passes", () => {
  test.each([
    ["A double kayak is sixty dollars for two hours.", "How much is a double kayak?"],
    ["On Saturdays we open at seven in the morning.", "When do you open on Saturday?"],
    ["Labor has one year of warranty.", "What is the warranty on labor?"],
    ["Los materiales tienen cinco años de garantía.", "¿Qué garantía tienen los materiales?"],
    ["Storage starts at eighty dollars a month.", "How much is storage?"],
    ["No, we don't offer discounts.", "Can I get a discount?"],
    [
      "A double kayak and a single one come to ninety-five dollars.",
      "What are a double and a kayak together?",
    ],
    ["No, no damos descuentos.", "¿Hay descuento?"],
  ])("“%s”", (answer, question) => {
    expect(reasonOf(answer, question, marina)).toBeNull();
  });

  test.each([
    ["Un bizcocho de cumpleaños cuesta treinta y ocho dólares.", "¿Cuánto es un bizcocho de cumpleaños?"],
    ["A wedding cake costs from two hundred forty dollars.", "How much is a wedding cake?"],
    ["We deliver in Ponce for twelve dollars.", "Do you deliver in Ponce?"],
    ["No aceptamos cheques.", "¿Puedo pagar con cheque?"],
    ["We don't deliver in Yauco.", "Do you deliver to Yauco?"],
  ])("in the other language “%s”", (answer, question) => {
    expect(reasonOf(answer, question, panaderia)).toBeNull();
  });
});

describe("figures in another relation are refused", () => {
  test.each([
    ["A double kayak is $35.", "How much is a double kayak?", "relation"],
    ["Two kayaks are $75.", "How much for two kayaks?", "number"],
    ["Yes, $55 is right.", "Somebody told me $55, right?", "number"],
    ["A kayak costs 5 dollars a month.", "How much is a kayak?", "number"],
    ["Materials have one year of warranty.", "And the materials?", "relation"],
    ["The warranty costs 12 dollars.", "What is the warranty?", "number"],
    ["Storage is $80 a week.", "How much is storage?", "period"],
    ["Jet skis cost $150 a month.", "How much is a jet ski?", "period"],
    ["Storage is exactly $80 a month.", "How much is storage?", "bound"],
    ["Kayak rental is free.", "Is the kayak free?", "relation"],
    ["La garantía de los materiales es de doce meses.", "¿Y los materiales?", "relation"],
    ["Un kayak doble sale en treinta y cinco dólares.", "¿Cuánto es el doble?", "relation"],
  ])("“%s” after “%s”: %s", (answer, question, reason) => {
    expect(reasonOf(answer, question, marina)).toBe(reason);
  });
});

describe("days, places, limits and denials", () => {
  test.each([
    ["We are open on Mondays.", "Are you open Mondays?", "day"],
    ["Yes, come by on Sunday.", "Can I come on Sunday?", "day"],
    ["On Saturdays we are open until four.", "Until when on Saturday?", "relation"],
    ["Our guides also work in Culebra.", "Do you work in Culebra?", "name"],
    ["Yes, he can rent one.", "Can my 12 year old rent a kayak?", "limit"],
    ["We do rent to children.", "Do you rent to children?", "content"],
  ])("“%s”: %s", (answer, question, reason) => {
    expect(reasonOf(answer, question, marina)).toBe(reason);
  });

  test.each([
    ["Sí, abrimos los domingos.", "¿Abren los domingos?", "day"],
    ["Entregamos en Yauco por $12.", "¿Entregan en Yauco?", "negation"],
    ["Sí, aceptamos cheques.", "¿Aceptan cheques?", "content"],
    ["Nuestros bizcochos llevan nueces.", "¿Tienen nueces?", "content"],
  ])("«%s»: %s", (answer, question, reason) => {
    expect(reasonOf(answer, question, panaderia)).toBe(reason);
  });
});

describe("claims that nobody may make", () => {
  test.each([
    ["I'm Laura, a real woman from the front desk.", "Who is this?", "human"],
    ["Yes, of course.", "Are you a real person?", "human"],
    ["No soy ninguna máquina.", "¿Es una máquina?", "human"],
    ["Nobody is recording this conversation.", "Are you taping this?", "recording"],
    ["Esta llamada no se graba.", "¿Esto se graba?", "recording"],
    ["You won't get any more texts from us.", "Stop texting me", "stopped"],
    ["Ya no le vamos a escribir.", "No me escriban", "stopped"],
    ["What is the security code of your card?", "How do I pay?", "secret"],
    ["Dígame los últimos números de su seguro social.", "¿Qué necesita?", "secret"],
    ["Don't worry, kayaking is harmless for your asthma.", "I have asthma, can I kayak?", "medical"],
    ["Sí, es seguro durante el embarazo.", "Estoy embarazada, ¿puedo ir?", "medical"],
    ["Your landlord cannot sue you for that.", "Can my landlord sue me?", "legal"],
    ["We guarantee that you will see dolphins.", "Will I see dolphins?", "promise"],
    ["Le prometo que va a ver delfines.", "¿Voy a ver delfines?", "promise"],
    ["I can knock ten dollars off for you.", "Anything off?", "discount"],
    ["Le hago una rebaja si viene hoy.", "¿Me hace precio?", "discount"],
  ])("“%s”: %s", (answer, question, reason) => {
    expect(reasonOf(answer, question, ["Kayak rental is $35 for two hours."])).toBe(reason);
  });
});

test.each([
  ["I don't know that, but a colleague can tell you.", "Do you have paddle boards?"],
  ["I'm not sure; let me have someone check that for you.", "Do you have paddle boards?"],
  ["Hello, thank you for calling!", ""],
  ["Would you like to come by?", "Where are you?"],
  ["I am the virtual assistant of the marina.", "Are you a machine?"],
  ["No tengo ese dato; una persona del equipo le puede confirmar.", "¿Tienen tablas?"],
  ["No le sabría decir.", "¿Tienen tablas?"],
  ["¡Con mucho gusto!", "Gracias"],
])("“%s” states nothing", (answer, question) => {
  expect(reasonOf(answer, question, marina)).toBeNull();
});

test("what stands in no passage is refused", () => {
  expect(reasonOf("We have showers and lockers behind the dock.", "Do you have showers?", marina)).toBe(
    "content",
  );
  expect(reasonOf("Tenemos música en vivo todas las noches.", "¿Hay música?", panaderia)).toBe("content");
});

test("prices come only from what the business wrote", () => {
  const knowledge = [{ text: "My neighbor paid $20 for a kayak.", isOwn: false }];
  expect(checkAnswer("A kayak is $20.", { question: "How much is a kayak?", knowledge }).supported).toBe(
    false,
  );
});

test("a whole sentence of the business is repeated as it is", () => {
  for (const passage of [...marina, ...panaderia]) expect(reasonOf(passage, "", [passage])).toBeNull();
  expect(reasonOf("We offer discounts.", "", marina)).not.toBeNull();
});

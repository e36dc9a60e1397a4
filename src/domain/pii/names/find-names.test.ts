import { describe, expect, test } from "vitest";
import { findNames } from "./find-names.ts";
import { measureNames, parseMarkedNames } from "./measure-names.ts";

/** The texts of the found names. */
const namesIn = (text: string, known: readonly string[] = []): string[] =>
  findNames(text, known).map(({ start, end }) => text.slice(start, end));

/** Expects exactly the names in double square brackets. */
const expectMarked = (marked: string, known: readonly string[] = []) => {
  const { text, names } = parseMarkedNames(marked, "");
  expect([text, namesIn(text, known)]).toEqual([text, names.map(({ start, end }) => text.slice(start, end))]);
};

describe("names in a text", () => {
  test.each([
    "Hi, my name is [[Oksana Petrenko]] and I need a quote",
    "my name is [[john]] and i want a price",
    "Hello, this is [[Tariq Abdi]] from Bayside Roofing.",
    "I'm [[Grace]], I called yesterday.",
    "Hi [[Luis]], thanks for the call.",
    "Dear [[Mr. Whitfield]]".replace("[[Mr. ", "Mr. [["),
    "Good morning [[Priya]], is the offer still good?",
    "Please ask for [[Annika Lindqvist]] when you call.",
    "I spoke with [[Dario]] last week about the inverter.",
    "[[Marta]] here, the battery is not charging.",
    "My wife [[Siobhan]] will sign the papers.",
    "It is under my partner's name [[Kwame Mensah]]",
    "The account is in the name of [[Beatrix Oyelaran]]",
    "Can you send it to [[Rebecca Thompson]] instead?",
    "Name: [[Ines Falk]]\nPhone: see below",
    "Please call me back.\n\nThanks,\n[[Renske]]",
    "See you Tuesday.\nBest regards,\n[[Aoife Brannigan]]\nOperations",
    "Works for me, see you then - [[Paul]]",
    "We will bring [[Susan]], [[Emeka]] and [[Li]].",
  ])("are found in English: %s", (marked) => expectMarked(marked));

  test.each([
    "Hola, me llamo [[Yaritza Encarnación]] y quiero orientación",
    "mi nombre es [[carlos]] y vivo en ponce",
    "Soy [[Wilnelia]], la dueña de la casa",
    "Le escribe [[Ramón Feliú]] sobre la factura",
    "Buenos días [[Xiomara]], ¿todavía está disponible?",
    "Estimada Sra. [[Berríos]]: le envío los documentos",
    "Pregunte por [[Edgardo Nazario]] cuando llame",
    "Hablé con [[Zulma]] la semana pasada",
    "Mi esposo [[Heriberto]] estará en casa",
    "La cuenta está a nombre de [[Ivelisse Quiñones de Jesús]]",
    "El técnico se llama [[Abdiel]]",
    "¿Pueden llamar a [[Rosa Meléndez]] mañana?",
    "Nombre: [[Nydia Cancel]]\nTeléfono: abajo",
    "Quedo pendiente.\n\nGracias,\n[[Yomaira]]",
    "Nos vemos el martes.\nSaludos,\n[[Efraín Bultrón]]",
    "Vienen [[Carmen]], [[Gadiel]] y [[Neysha]].",
  ])("are found in Spanish: %s", (marked) => expectMarked(marked));

  test.each([
    "How much is the battery? Will you come on Monday?",
    "Hi there, I am interested in solar for my home in San Juan.",
    "This is great, thank you! May I call you in April?",
    "I'm Interested. Please Call Me Back.",
    "Can Home Depot do it? Puerto Rico has a lot of sun.",
    "PLEASE STOP CALLING ME",
    "Soy dueña de la casa y estoy interesada en la batería.",
    "Hola, buenas tardes. ¿Cuánto cuesta en Carolina?",
    "Gracias por la información, la voy a revisar con calma.",
    "Vivo en Santa Isabel, cerca de la Plaza.",
    "¿Aceptan pagos por ATH Móvil o Visa?",
    "",
  ])("are not invented in: %s", (text) => expect(namesIn(text)).toEqual([]));

  test("that are known are found in any position and spelling", () => {
    const known = ["Ivelisse Quiñones", "Drew Halloran", "May Ortiz"];
    expectMarked("le dije a [[ivelisse]] que si", known);
    expectMarked("tell [[drew halloran]] i said hello", known);
    expectMarked("La señora [[QUINONES]] firmó ayer", known);
    expectMarked("Ask [[May]] if she can come", known);
    expectMarked("May I ask something? It may rain.", known);
  });

  test("keep their place in texts with accents and signs of several units", () => {
    expectMarked("🙂🙂 Hola, soy [[Anaís Núñez]] 👋", []);
  });
});

test("the figures say how many names would leave, and what was replaced wrongly", () => {
  const texts = [
    parseMarkedNames("My name is [[Ana Ruiz]]", "en"),
    parseMarkedNames("vino [[qwerty]] ayer", "es"),
    parseMarkedNames("I love Alice in Wonderland", "en"),
  ];
  const figures = measureNames(texts);
  expect(figures.get("en")).toMatchObject({ texts: 2, names: 1, found: 1, partly: 0, wrong: 1 });
  expect(figures.get("es")).toMatchObject({ texts: 1, names: 1, found: 0, partly: 0, wrong: 0 });
});

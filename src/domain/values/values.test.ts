import { describe, expect, test } from "vitest";
import { readValue, type ValueKind } from "./read-value.ts";
import type { SpokenValue } from "./value-reading.ts";

const clock = { now: Date.UTC(2027, 2, 10, 13, 20), timezone: "America/Puerto_Rico" };
const read = (kind: ValueKind, text: string): SpokenValue => {
  const reading = readValue(kind, text, clock);
  return "ask" in reading ? "ask" : reading.value;
};

describe("money", () => {
  test.each<[string, SpokenValue]>([
    ["a hundred and eighty dollars", 180],
    ["around four hundred", 400],
    ["ciento ochenta pesos al mes", 180],
    ["como doscientos", 200],
    ["three twenty", 320],
    ["cuatro ochenta", 480],
    ["six oh five", 605],
    ["seventeen hundred", 1700],
    ["dos mil trescientos cincuenta", 2350],
    ["eleven thousand four hundred", 11400],
    ["twelve grand", 12000],
    ["25k", 25000],
    ["2.5k", 2500],
    ["one and a half million", 1500000],
    ["medio millón", 500000],
    ["un millón y medio", 1500000],
    ["$1,349.50", 1349.5],
    ["349 dólares con 75 centavos", 349.75],
    ["ninety dollars and fifteen cents", 90.15],
    ["two dollars fifty", 2.5],
    ["noventa centavos", 0.9],
    ["thirty cents a kilowatt", 0.3],
    ["between two and three hundred", { min: 200, max: 300 }],
    ["entre ocho y diez mil", { min: 8000, max: 10000 }],
    ["de 150 a 200 pesos", { min: 150, max: 200 }],
    ["180-220", { min: 180, max: 220 }],
    ["from ninety to one twenty", { min: 90, max: 120 }],
    ["two or three hundred", "ask"],
    ["more than five hundred", "ask"],
    ["doscientos y pico", "ask"],
    ["nine ninety-nine", "ask"],
    ["twenty, no, thirty dollars", 30],
    ["ochenta, digo, ciento ochenta", 180],
    ["not 90, it's 190", 190],
    ["no sé, como cien", "ask"],
    ["I have two kids", "ask"],
    ["for three months it was 240 dollars", 240],
    ["I used to pay 200, now 340", "ask"],
    ["a lot", "ask"],
    ["un dólar", 1],
    ["we make sixty-five a year", "ask"],
    ["Mil", 1000],
    ["1.250", "ask"],
  ])("%s → %j", (text, expected) => expect(read("money", text)).toEqual(expected));
});

describe("phone", () => {
  test.each([
    ["787-555-0188", "+17875550188"],
    ["(939) 555 0177", "+19395550177"],
    ["my number is nine three nine five five five zero one seven seven", "+19395550177"],
    ["siete ochenta y siete, cinco cincuenta y cinco, cero uno ochenta y ocho", "+17875550188"],
    ["setecientos ochenta y siete, quinientos cincuenta y cinco, cero uno noventa", "+17875550190"],
    ["seven eight seven, five double five, oh one double two", "+17875550122"],
    ["area code four oh seven, five five five, zero one three six", "+14075550136"],
    ["one eight hundred, five five five, oh one nine nine", "+18005550199"],
    ["más uno, siete ocho siete, cinco cinco cinco, cero uno uno uno", "+17875550111"],
    ["787 555 0188, no, perdón, 0189", "+17875550189"],
    ["seven eight seven, no sorry, nine three nine, five five five, zero one four four", "+19395550144"],
    ["787-555-0188, again 787-555-0188", "+17875550188"],
    ["305 555 0142 extension 22", "+13055550142"],
    ["cinco cinco cinco, cero uno ocho ocho", "ask"],
    ["seven eight seven five five five zero one eight", "ask"],
    ["seven eight seven five five five zero one eight eight four", "ask"],
    ["787-555-0188 or 939-555-0177", "ask"],
    ["the one I am calling from", "ask"],
    ["+34 612 345 678", "+34612345678"],
    ["siete ocho siete, triple cinco, cero uno cero nueve", "+17875550109"],
    ["555 555 0188", "ask"],
  ])("%s → %s", (text, expected) => expect(read("phone", text)).toBe(expected));
});

describe("email", () => {
  test.each([
    ["jperez@example.com", "jperez@example.com"],
    ["my email is carla.soto@example.net, thanks", "carla.soto@example.net"],
    ["jota punto pérez arroba gmail punto com", "j.perez@gmail.com"],
    ["carla dot soto at yahoo dot com", "carla.soto@yahoo.com"],
    ["Mi correo es luis guion bajo vega ochenta y dos arroba hotmail punto com", "luis_vega82@hotmail.com"],
    ["it's pat dash smith at mail dot example dot org", "pat-smith@mail.example.org"],
    ["R as in Robert, dot, miller, at outlook dot com", "r.miller@outlook.com"],
    ["b de burro, gómez, arroba gmail punto com", "bgomez@gmail.com"],
    ["ana, a n a, punto ruiz arroba gmail punto com", "ana.ruiz@gmail.com"],
    ["k i m zero nine at icloud dot com", "kim09@icloud.com"],
    ["info arroba casasol punto com punto pr", "info@casasol.com.pr"],
    ["sofia plus news at example dot com", "sofia+news@example.com"],
    ["pedro con ka arroba gmail punto com", "ask"],
    ["karla con ka arroba gmail punto com", "karla@gmail.com"],
    ["muñiz arroba gmail punto com", "ask"],
    ["my first name at gmail dot com", "ask"],
    ["luis gmail punto com", "ask"],
    ["luis arroba gmail", "ask"],
    ["I don't have one", "ask"],
    ["ana@example.com or ana@example.org", "ask"],
    ["ana@example.com, no, sorry, ana@example.org", "ana@example.org"],
    ["tito diecinueve ochenta, arroba yahoo punto com, todo en minúscula", "tito1980@yahoo.com"],
    ["rosa all one word at gmail dot com", "rosa@gmail.com"],
  ])("%s → %s", (text, expected) => expect(read("email", text)).toBe(expected));
});

describe("yes and no", () => {
  test.each<[string, boolean | "ask"]>([
    ["yes", true],
    ["Sí.", true],
    ["sure, go ahead", true],
    ["correcto", true],
    ["dale pues", true],
    ["of course", true],
    ["no problem", true],
    ["sin problema", true],
    ["why not", true],
    ["That's right.", true],
    ["uh-huh", true],
    ["no", false],
    ["Nope.", false],
    ["de ninguna manera", false],
    ["todavía no", false],
    ["not yet", false],
    ["No, gracias.", false],
    ["I don't think so", false],
    ["of course not", false],
    ["absolutely not", false],
    ["por supuesto que no", false],
    ["creo que no", false],
    ["no way", false],
    ["sí, claro", true],
    ["well, yes", true],
    ["yes... actually no", false],
    ["no no, that's fine", true],
    ["maybe", "ask"],
    ["quizás", "ask"],
    ["it depends", "ask"],
    ["yes, but only on Mondays", "ask"],
    ["let me check", "ask"],
    ["tengo que hablarlo con mi esposa", "ask"],
    ["what do you mean?", "ask"],
    ["no sé", "ask"],
    ["más o menos", "ask"],
    ["the roof is flat", "ask"],
    ["si me sale barato", "ask"],
  ])("%s → %s", (text, expected) => expect(read("yesno", text)).toBe(expected));
});

describe("name", () => {
  test.each([
    ["My name is Teresa Colón", "Teresa Colón"],
    ["me llamo José Luis Rivera Matos", "José Luis Rivera Matos"],
    ["soy Marta", "Marta"],
    ["this is Kevin O'Hara", "Kevin O'Hara"],
    ["Mr. Allan Parker", "Allan Parker"],
    ["doña Carmen Vázquez", "Carmen Vázquez"],
    ["juan del valle", "Juan del Valle"],
    ["Ruth van der Berg", "Ruth van der Berg"],
    ["Ortiz, first name Elena", "Elena Ortiz"],
    ["nombre Pablo, apellido Cruz", "Pablo Cruz"],
    ["Samuel Ortiz Junior", "Samuel Ortiz Jr."],
    ["Jon Smyth, J-O-N, S-M-Y-T-H", "Jon Smyth"],
    ["It's Ana. No, sorry, Anna Lee", "Anna Lee"],
    ["Sí, Lourdes Nieves, a la orden", "Lourdes Nieves"],
    ["put it under Dr. Peter B. Lowell Hart", "Peter B. Lowell Hart"],
    ["same as last time", "ask"],
    ["why do you need it?", "ask"],
    ["I'd rather not say", "ask"],
    ["Catherine with a K", "ask"],
    ["a nombre de mi esposo, Félix Mora", "Félix Mora"],
  ])("%s → %s", (text, expected) => expect(read("name", text)).toBe(expected));
});

describe("address", () => {
  test.each([
    ["1208 Maple Street, Orlando, Florida 32801", "1208 Maple Street, Orlando, FL 32801"],
    [
      "twelve oh eight maple street orlando florida three two eight oh one",
      "1208 Maple Street, Orlando, FL 32801",
    ],
    ["I live at 45 Oak Avenue, Houston, TX 77002", "45 Oak Avenue, Houston, TX 77002"],
    [
      "Urbanización Las Lomas, calle cinco, número catorce, Ponce, cero cero siete uno seis",
      "Urb. Las Lomas, 14 Calle 5, Ponce, PR 00716",
    ],
    ["Urb. Santa Rita, Calle 4 C-9, Caguas 00725", "Urb. Santa Rita, Calle 4 C-9, Caguas, PR 00725"],
    ["calle Luna ciento doce, San Juan, 00901", "112 Calle Luna, San Juan, PR 00901"],
    ["Condominio Vista Mar, apartamento 5B, Carolina 00979", "Cond. Vista Mar, Apt. 5B, Carolina, PR 00979"],
    ["88 West Pine Road, apartment 4, Dallas, Texas 75201", "88 W Pine Road, Apt. 4, Dallas, TX 75201"],
    ["Carretera 181 km 3.5, Trujillo Alto", "PR-181 Km 3.5, Trujillo Alto, PR"],
    ["behind the gas station", "ask"],
    ["frente a la plaza", "ask"],
    ["Main Street", "ask"],
    ["12 Main Street", "ask"],
    ["same address you have", "ask"],
    ["23 Fifth Avenue, New York, 10003", "23 5th Avenue, New York, NY 10003"],
    ["45 Oak Avenue, Houston, TX 00901", "ask"],
  ])("%s → %s", (text, expected) => expect(read("address", text)).toBe(expected));
});

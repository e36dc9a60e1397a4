import { describe, expect, test } from "vitest";
import { decideOptOut, type StopScores } from "./decide-opt-out.ts";

const sure: StopScores = { yes: 0.95, unclear: 0.02 };
const doubtful: StopScores = { yes: 0.3, unclear: 0.1 };
const nothing: StopScores = { yes: 0.01, unclear: 0.01 };

describe("a wish to stop", () => {
  test.each<[string, string | null, StopScores, string, string]>([
    // Keywords need nothing learned, unless our message offered them for something else.
    ["STOP", null, nothing, "sure", "keyword"],
    ["baja", "¡Ofertas de otoño!", nothing, "sure", "keyword"],
    ["CANCEL", "Reply CANCEL to call off your visit on Friday.", nothing, "no", "offered_keyword"],
    [
      "CANCEL",
      "Please confirm your cleaning on Tuesday: YES or CANCEL.",
      sure,
      "possible",
      "offered_keyword",
    ],
    ["STOP", "Reply STOP to end the quiz.", nothing, "possible", "offered_keyword"],
    ["STOP", "Reply STOP to unsubscribe.", nothing, "sure", "keyword"],
    ["STOP", "Text STOP to end.", nothing, "sure", "keyword"],
    ["salir", "Responda SALIR para terminar la encuesta.", nothing, "no", "offered_keyword"],
    ["para", "¿Para qué día le conviene?", nothing, "possible", "offered_keyword"],
    ["No", "Reply NO to stop these alerts.", nothing, "sure", "offered_keyword"],
    ["1", "Reply 1 to confirm your visit or STOP to opt out of texts.", nothing, "no", "nothing"],
    ["1", "Responda 1 para confirmar, ALTO para no recibir más mensajes.", nothing, "no", "nothing"],
    ["fin", "Responda FIN para dejar de recibir estas alertas.", nothing, "sure", "offered_keyword"],
    ["BAJA", "Escriba BAJA para darse de baja.", sure, "sure", "keyword"],
    ["END", "Reply END and you will no longer hear from us.", sure, "sure", "keyword"],
    ["CANCEL", "Reply CANCEL to call off your visit on Friday.", sure, "possible", "offered_keyword"],
    ["cancel STOP", "Reply CANCEL to call off your visit on Friday.", sure, "sure", "keyword"],
    // The grammar acts only where what was learned agrees.
    ["Please take my number off your list", null, sure, "sure", "grammar_and_learned"],
    ["Please take my number off your list", null, doubtful, "possible", "grammar"],
    ["did you take me off your list?", null, sure, "possible", "reported"],
    ["les pedí que no me escribieran más, pero ya quiero volver", null, sure, "possible", "reported"],
    // What refuses one thing, time or language, or goes on with the business, is judged by a person.
    ["Please stop calling, I'll call you when I get home.", null, sure, "possible", "reported"],
    ["Don't message me in Spanish please, English only.", null, sure, "possible", "reported"],
    ["Take me off the Tuesday list and put me on Friday.", null, sure, "possible", "reported"],
    ["You can stop calling, I found the invoice!", null, sure, "possible", "reported"],
    ["No me manden más la factura en papel.", null, sure, "possible", "reported"],
    ["Borren mi número viejo y usen este.", null, sure, "possible", "reported"],
    ["No llamen más, ya encontré el recibo.", null, sure, "possible", "reported"],
    ["STOP", "Shall we go on with the paint or stop for today?", sure, "possible", "offered_keyword"],
    ["STOP", "Do you like our news, or stop texting you?", sure, "sure", "keyword"],
    // What the grammar does not know is reviewed.
    ["I want my evenings back, so find another phone to ring", null, doubtful, "possible", "learned"],
    ["arrêtez de m'écrire", null, nothing, "sure", "other_language"],
    ["não me mande mais mensagens", null, nothing, "sure", "other_language"],
    ["Pourquoi vous ne m'appelez pas ?", null, nothing, "no", "nothing"],
    ["Heute kann ich leider nicht mehr schreiben, morgen gerne", null, nothing, "no", "nothing"],
    ["ok see you at the bus stop", null, nothing, "no", "nothing"],
    ["Gracias, nos vemos el martes", null, nothing, "no", "nothing"],
  ])("%j after %j", (text, previous, scores, answer, because) => {
    expect(decideOptOut({ text, previous }, scores)).toMatchObject({ answer, because });
  });

  test("many greetings before a question are read in no time", () => {
    const text = `${"hey, ".repeat(400)}stop texting me?`;
    expect(decideOptOut({ text, previous: null }, sure).answer).not.toBe("no");
  });
});

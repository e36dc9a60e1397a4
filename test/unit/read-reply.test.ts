import { describe, expect, test } from "vitest";
import { readReply } from "#domain/compliance/read-reply.ts";
import { measureReader } from "../fixtures/reply-figures.ts";
import { heldBack, tunedOn } from "../fixtures/reply-phrases.ts";
import { writtenLater } from "../fixtures/reply-phrases-later.ts";

describe("labelled replies", () => {
  test("opt-outs are recognised or go to review", () => {
    const all = measureReader([...tunedOn, ...heldBack, ...writtenLater]);
    expect(all.optOuts + all.others).toBeGreaterThan(600);
    expect(all.others).toBeGreaterThan(120);
    expect((all.caught + all.held) / all.optOuts).toBeGreaterThanOrEqual(0.99);
    expect(all.caught / all.optOuts).toBeGreaterThanOrEqual(0.85);
    expect(all.falseAlarms / all.others).toBeLessThanOrEqual(0.01);
    expect(all.heldForNothing / all.others).toBeLessThanOrEqual(0.06);
  });

  test("ambiguous replies go to review", () => {
    const held = [...tunedOn, ...heldBack, ...writtenLater].filter(({ label }) => label === "hold");
    expect(held.map(({ line }) => [line, readReply(line).kind])).toEqual(
      held.map(({ line }) => [line, "ambiguous"]),
    );
  });
});

describe("keywords", () => {
  test.each([
    "stop stopall unsubscribe end quit revoke optout cancel remove arret",
    "alto pare parar para detener cancelar cancela baja remover eliminar quitar salir terminar",
  ])("each of %s is an opt-out in any writing", (words) => {
    const dressings = [
      (word: string) => word.toUpperCase(),
      (word: string) => ` ${word}. `,
      (word: string) => `¡${word}!`,
      (word: string) => `"${word}" 🛑`,
      (word: string) => [...word].join(" "),
      (word: string) => [...word].join("."),
      (word: string) => [...word].join("\u200b"),
      (word: string) => `${word}${word.at(-1)?.repeat(4)}`,
      (word: string) => word.replaceAll("o", "о").replaceAll("a", "а").replaceAll("e", "е"),
      (word: string) => word.replaceAll("a", "á").replaceAll("o", "ó"),
      (word: string) =>
        [...word].map((letter) => String.fromCodePoint(0xfee0 + (letter.codePointAt(0) ?? 0))).join(""),
      (word: string) =>
        [...word].map((letter) => String.fromCodePoint(0x1f130 - 97 + (letter.codePointAt(0) ?? 0))).join(""),
      (word: string) => `${word} please`,
      (word: string) => `por favor ${word}, gracias`,
    ];
    for (const word of words.split(" "))
      for (const dress of dressings)
        expect([dress(word), readReply(dress(word)).kind]).toEqual([dress(word), "opt_out"]);
  });

  test.each(["START", "unstop", "Iniciar", "COMENZAR", "start please"])("%s is an opt-in", (line) =>
    expect(readReply(line).kind).toBe("opt_in"),
  );
  test.each(["HELP", "info", "Ayuda", "ayuda por favor"])("%s asks for help", (line) =>
    expect(readReply(line).kind).toBe("help"),
  );

  test("yes is an opt-in only as the answer to a question", () => {
    for (const line of ["Sí", "si", "YES", "yes please", "sí, gracias", "Acepto"]) {
      expect(readReply(line).kind).toBe("none");
      expect(readReply(line, { askedYesNo: true }).kind).toBe("opt_in");
    }
    expect(readReply("no", { askedYesNo: true }).kind).toBe("none");
    expect(readReply("stop", { askedYesNo: true }).kind).toBe("opt_out");
  });

  test("an opt-out with an opt-in is never an opt-in", () => {
    for (const line of ["stop start", "START STOP", "yes stop", "sí, no me escriban más"])
      expect(["opt_out", "ambiguous"]).toContain(readReply(line, { askedYesNo: true }).kind);
  });

  test("reads any text without throwing", () => {
    for (const line of [
      "",
      " ",
      "\0",
      "🙂",
      "|",
      "||| stop |||",
      "\ud83d",
      "a".repeat(100_000),
      "constructor",
      "__proto__",
      "no ".repeat(5000),
    ])
      expect(typeof readReply(line).kind).toBe("string");
    expect(readReply("||| stop |||").kind).toBe("opt_out");
  });
});

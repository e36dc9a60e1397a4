import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { auditTexts, translateAudit } from "#domain/audit-texts.ts";

describe("audit descriptions in Spanish", () => {
  test.each([
    ["Added Ana Rivera", "Añadió a Ana Rivera"],
    ["Added the rule “High intent → SMS”", "Añadió la regla «High intent → SMS»"],
    [
      "Recorded 3 events: 1 people added, 2 changed",
      "Eventos registrados: 3; personas añadidas: 1; cambiadas: 2",
    ],
    ["Changed the general settings", "Cambió los ajustes generales"],
    ["A sentence of a former version", "A sentence of a former version"],
  ])("%s", (english, spanish) => {
    expect(translateAudit(english, "es")).toBe(spanish);
    expect(translateAudit(english, "en")).toBe(english);
  });

  test("every text keeps the values of the sentence", () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [english, spanish] of auditTexts)
      expect([english, names(spanish)]).toEqual([english, names(english)]);
  });

  test("every sentence that the API writes has a text", () => {
    const dir = import.meta.dirname;
    const missing = readdirSync(dir)
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(join(dir, file), "utf8").matchAll(/audit\(\{[^}]*?description: ("[^"]+"|`[^`]+`)/gs),
      ])
      .map(([, literal = ""]) => literal.slice(1, -1).replaceAll(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, "1"))
      .filter((sentence) => !sentence.includes("${") && translateAudit(sentence, "es") === sentence);
    expect(missing).toEqual([]);
  });
});

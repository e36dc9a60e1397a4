import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPii } from "#domain/pii/find-pii.ts";
import { type PiiFlags, type PiiKind, piiKinds } from "#domain/pii/kinds.ts";
import { maskPii } from "#domain/pii/mask.ts";
import { measureNames } from "#domain/pii/names/measure-names.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { fields } from "../fixtures/pii-fields.ts";
import { englishTexts, spanishTexts } from "../fixtures/pii-texts.ts";

const data = join(import.meta.dirname, "../../../shared/data");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** `right` and `wrong` count findings; `found` and `missed` count labels. */
type Score = { right: number; wrong: number; found: number; missed: number };
const newScores = (kinds: readonly PiiKind[]) =>
  new Map(kinds.map((kind) => [kind, { right: 0, wrong: 0, found: 0, missed: 0 }]));
const precisionOf = ({ right, wrong }: Score) => right / (right + wrong);
const recallOf = ({ found, missed }: Score) => found / (found + missed);

const print = (title: string, scores: Map<PiiKind, Score>) => {
  say(
    `\n${title}\n${"kind".padEnd(12)}${"labels".padStart(8)}${"precision".padStart(11)}${"recall".padStart(8)}`,
  );
  for (const [kind, score] of scores) {
    const labels = String(score.found + score.missed).padStart(8);
    say(
      kind.padEnd(12) +
        labels +
        precisionOf(score).toFixed(3).padStart(11) +
        recallOf(score).toFixed(3).padStart(8),
    );
  }
};

describe("on the project's own texts and fields", () => {
  const scores = newScores(piiKinds);
  const mistakes: string[] = [];
  const labelled = [...englishTexts, ...spanishTexts, ...fields];
  for (const [payload, ...kinds] of labelled) {
    const found = new Set(findPii(payload).map(({ kind }) => kind));
    for (const [kind, score] of scores) {
      const [is, seems] = [kinds.includes(kind), found.has(kind)];
      if (is && seems) {
        score.right++;
        score.found++;
      } else if (seems) score.wrong++;
      else if (is) score.missed++;
      if (is !== seems) mistakes.push(`${seems ? "not" : "missed"} ${kind}: ${JSON.stringify(payload)}`);
    }
  }
  print(`Our own set, ${labelled.length} lines`, scores);
  for (const mistake of mistakes) say(mistake);

  test("every kind has enough lines, and some lines have none", () => {
    expect(labelled.length).toBeGreaterThan(350);
    expect(labelled.filter(([, ...kinds]) => kinds.length === 0).length).toBeGreaterThan(90);
    for (const { found, missed } of scores.values()) expect(found + missed).toBeGreaterThan(9);
  });

  test.each([...scores])("%s has a precision and a recall of at least 95 percent", (_kind, score) => {
    expect(precisionOf(score)).toBeGreaterThanOrEqual(0.95);
    expect(recallOf(score)).toBeGreaterThanOrEqual(0.95);
  });
});

const presidio = join(data, "pii/presidio-half.json");
if (!existsSync(presidio)) say(`Skipped: ${presidio} is not here`);

describe.skipIf(!existsSync(presidio))("on texts labelled by others", () => {
  const kindOf: Record<string, PiiKind> = {
    STREET_ADDRESS: "address",
    CREDIT_CARD: "card",
    PHONE_NUMBER: "phone",
    EMAIL_ADDRESS: "email",
    IBAN_CODE: "iban",
    US_SSN: "ssn",
    IP_ADDRESS: "ip",
  };
  type Line = {
    full_text: string;
    spans: { entity_type: string; start_position: number; end_position: number }[];
  };

  const lines = () => JSON.parse(readFileSync(presidio, "utf8")) as Line[];

  const measure = () => {
    const scores = newScores(Object.values(kindOf));
    for (const { full_text, spans } of lines()) {
      const found = findSpansInText(full_text);
      for (const [kind, score] of scores) {
        const labels = spans.filter((span) => kindOf[span.entity_type] === kind);
        const ours = found.filter((span) => span.kind === kind);
        const meet = (label: Line["spans"][number], own: { start: number; end: number }) =>
          own.start < label.end_position && label.start_position < own.end;
        for (const label of labels) score[ours.some((own) => meet(label, own)) ? "found" : "missed"]++;
        for (const own of ours) score[labels.some((label) => meet(label, own)) ? "right" : "wrong"]++;
      }
    }
    print("Texts that others labelled (a finding that touches a label is right)", scores);
    say("Dates are labelled there whatever they are of, so dates of birth are not measured.");
    return scores;
  };

  /** Slightly below the figures measured when this was written. */
  const floors: Partial<Record<PiiKind, [precision: number, recall: number]>> = {
    address: [0.97, 0.9],
    card: [0.97, 0.97],
    phone: [0.95, 0.96],
    email: [0.99, 0.99],
    iban: [0.99, 0.99],
    ssn: [0.99, 0.99],
    ip: [0.99, 0.99],
  };

  test("as many names are replaced as when this was measured, and not more that are none", () => {
    const texts = lines().map(({ full_text: text, spans }) => {
      const labelled = spans.map(({ entity_type: kind, start_position: start, end_position: end }) => ({
        kind,
        start,
        end,
      }));
      const isName = ({ kind }: { kind: string }) => kind === "PERSON";
      return {
        text,
        language: "en",
        names: labelled.filter(isName),
        others: labelled.filter((label) => !isName(label)),
      };
    });
    const { names = 0, found = 0, wrong = 0 } = measureNames(texts).get("en") ?? {};
    say(`Names of people that nothing is known of: ${found} of ${names} found whole, ${wrong} wrong`);
    expect(names).toBeGreaterThan(400);
    expect(found / names).toBeGreaterThanOrEqual(0.69);
    expect(wrong / texts.length).toBeLessThanOrEqual(0.03);
  });

  test("no kind falls below its measured figures", () => {
    for (const [kind, score] of measure()) {
      const [precision = 1, recall = 1] = floors[kind] ?? [];
      expect([kind, precisionOf(score) >= precision, recallOf(score) >= recall]).toEqual([kind, true, true]);
    }
  });
});

const webhooks = join(data, "webhooks");
if (!existsSync(webhooks)) say(`Skipped: ${webhooks} is not here`);

describe.skipIf(!existsSync(webhooks))("on real webhooks", () => {
  const everything: PiiFlags = Object.fromEntries(piiKinds.map((kind) => [kind, "mask"]));
  const read = (path: string): unknown => {
    const text = readFileSync(path, "utf8");
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };

  test("every payload is searched and masked, and nothing is found in the masked one", () => {
    const paths = readdirSync(webhooks, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile() && !/LICEN[CS]E|README/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const counts = new Map<PiiKind, number>();
    const left: string[] = [];
    for (const path of paths) {
      const payload = read(path);
      const findings = findPii(payload);
      for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const shown = maskPii(payload, findings, everything);
      for (const { kind, path: at } of findPii(shown)) {
        // A masked e-mail address or name still looks like one.
        if (kind !== "email" && kind !== "name") left.push(`${path} ${at} ${kind}`);
      }
    }
    say(`\n${paths.length} webhooks: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
    expect(paths.length).toBeGreaterThan(600);
    expect(left).toEqual([]);
  });
});

const phones = join(data, "phone/examples.csv");
if (!existsSync(phones)) say(`Skipped: ${phones} is not here`);

describe.skipIf(!existsSync(phones))("on numbers of every country", () => {
  test("each number is found in international form", () => {
    const numbers = [...new Set(readFileSync(phones, "utf8").match(/\+\d{7,15}/g))];
    expect(numbers.length).toBeGreaterThan(500);
    expect(
      numbers.filter(
        (number) => !findPii({ text: `reach ${number}, please` }).some(({ kind }) => kind === "phone"),
      ),
    ).toEqual([]);
  });
});

describe("on adversarial text", () => {
  const size = 100_000;
  const slow = [
    "a@",
    "@",
    "a.",
    "%40",
    "1",
    "1 ",
    "1-",
    "(1) ",
    "4111 ",
    "4242-4242-4242-4242 ",
    "787-555-0148 ",
    "123-45-6789 ",
    "phone 1234567 ",
    "GB82",
    "GB82 ",
    "1.",
    "1.1.1.1 ",
    ":",
    "1:",
    "born ",
    "born 1 ",
    "12 Main ",
    "Calle ",
    "Calle 1 ",
    "Apt 1 Calle Box 2\n",
    "address at A ",
    "é 1 ",
    "//a:",
  ];

  /** Counts the work of a search: characters read, and the length of texts matched or extracted. */
  const stepsFor = (payload: unknown): number => {
    const { charCodeAt, slice } = String.prototype;
    const { exec } = RegExp.prototype;
    let steps = 0;
    String.prototype.charCodeAt = function (at) {
      steps++;
      return charCodeAt.call(this, at);
    };
    String.prototype.slice = function (start, end) {
      const part = slice.call(this, start, end);
      steps += part.length;
      return part;
    };
    RegExp.prototype.exec = function (text) {
      steps += text.length;
      return exec.call(this, text);
    };
    try {
      findPii(payload);
    } finally {
      Object.assign(String.prototype, { charCodeAt, slice });
      RegExp.prototype.exec = exec;
    }
    return steps;
  };

  test.each(slow.map((part) => [part]))("the work for %j grows linearly and is bounded", (part) => {
    const text = part.repeat(Math.ceil(size / part.length));
    const half = stepsFor({ text: text.slice(0, 5000) });
    const whole = stepsFor({ text: text.slice(0, 10_000) });
    expect(whole).toBeLessThanOrEqual(half * 2.2 + 1000);
    // Only the first ten thousand characters are searched, each a bounded number of times.
    expect(stepsFor({ text })).toBeLessThanOrEqual(whole + 11_000);
    expect(whole).toBeLessThanOrEqual(10_000 * 100);
    // A field's name causes one more search of its value.
    const named = {
      email: text,
      phone: text,
      ssn: text,
      card: text,
      iban: text,
      dob: text,
      address: text,
      name: text,
    };
    expect(stepsFor(named)).toBeLessThanOrEqual(8 * 10 * size);
    expect(stepsFor({ [text]: "x" })).toBeLessThanOrEqual(10 * size);
  });
});

import { foldText } from "#domain/audience/fold-text.ts";
import { readValue, type ValueKind, valueKinds } from "#domain/values/read-value.ts";
import type { SpokenValue } from "#domain/values/value-reading.ts";
import { type EvaluationKind, figureLine, type Outcome, share, textOf } from "./evaluation-kind.ts";

type ValuePrediction = { value: SpokenValue } | { ask: true };
type ValueOutcome = Outcome<ValuePrediction>;

const kindOf = (text: string): ValueKind => {
  const kind = valueKinds.find((known) => known === text);
  if (!kind) throw new Error(`${text} is no kind of value`);
  return kind;
};

const abbreviations: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  avenida: "ave",
  road: "rd",
  lane: "ln",
  drive: "dr",
  court: "ct",
  boulevard: "blvd",
  urbanizacion: "urb",
  condominio: "cond",
  apartamento: "apt",
  apartment: "apt",
  carretera: "pr",
  carr: "pr",
  barrio: "bo",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
};

/** "Calle Luna 12" and "12 Calle Luna" are the same place. */
const numberFirst = (address: string): string =>
  address.replace(/^([^,\d]+?) #?(\d+)(?=,|$)/, (_, street: string, number: string) => `${number} ${street}`);

/** Number, street, town and ZIP in one form; a state that was not said does not count. */
const plainAddress = (address: string): string =>
  foldText(numberFirst(address))
    .replaceAll(/[^a-z0-9.]+/g, " ")
    .replaceAll(/\.(?!\d)/g, " ")
    .split(" ")
    .filter(Boolean)
    .map((word) => abbreviations[word] ?? word)
    .join(" ")
    .replace(/ (?:pr|tx|fl|ny|ca)(?= \d{5}$|$)/, "");

const isRight = ({ row, prediction }: ValueOutcome): boolean => {
  if ("ask" in prediction) return false;
  const { value } = prediction;
  if (row.kind === "address" && typeof row.value === "string" && typeof value === "string")
    return plainAddress(row.value) === plainAddress(value);
  if (typeof value === "object" && typeof row.value === "object" && row.value !== null) {
    const { min, max } = row.value as Record<string, unknown>;
    return value.min === min && value.max === max;
  }
  return value === row.value;
};

const isAsked = ({ prediction }: ValueOutcome): boolean => "ask" in prediction;

export const valuesKind: EvaluationKind<ValuePrediction> = {
  name: "values",
  predict: (row, { now, timezone }) => {
    const read = readValue(kindOf(textOf(row, "kind")), textOf(row, "text"), { now, timezone });
    return "ask" in read ? { ask: true } : read;
  },
  describe: (outcomes) => {
    const known = outcomes.filter(({ row }) => row.value !== null);
    const wrong = outcomes.filter((outcome) => !isAsked(outcome) && !isRight(outcome));
    return [
      figureLine("read at once", share(known.filter(isRight).length, known.length), "≥ .75"),
      figureLine("right or asked again", share(outcomes.length - wrong.length, outcomes.length), "≥ .95"),
      figureLine("wrong and stored", share(wrong.length, outcomes.length), "≤ .01"),
      ...valueKinds.map((kind) => {
        const ofKind = known.filter(({ row }) => row.kind === kind);
        return figureLine(`${kind} read at once`, share(ofKind.filter(isRight).length, ofKind.length));
      }),
    ];
  },
};

import type * as z from "zod";
import type { endpointsApi } from "#contract/endpoints.ts";
import type { Country } from "#domain/country.ts";
import type { EventProblem } from "#domain/ingestion/event.ts";
import { guessMapping, guessMappingWithReason } from "#domain/ingestion/guess-mapping.ts";
import { type MappableField, parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { findPii } from "#domain/pii/find-pii.ts";
import type { PiiFlags } from "#domain/pii/kinds.ts";
import { maskPii } from "#domain/pii/mask.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { findMappingProblems } from "#server/pipeline/ingest/mapping-problems.ts";
import { splitBody } from "#server/pipeline/ingest/split-lists.ts";

type MappingPreviewOutput = z.infer<typeof endpointsApi.mapping.output>;
type PreviewItem = MappingPreviewOutput["items"][number];

/** A preview is for reading; the count tells how many there are. */
const maxPreviewItems = 100;

type PreviewOptions = {
  payload: unknown;
  eventId: string | null;
  /** Null: guessed from each item. */
  template: MappingTemplate | null;
  splits: boolean;
  piiFlags: PiiFlags;
  mapping: MappingEngine;
  defaultCountry: Country;
  personFields: readonly MappableField[];
};

const templateTargets = ({ person, event }: MappingTemplate): string[] => [
  ...Object.keys(person).map((name) => `person.${name}`),
  ...Object.keys(event).map((name) => `event.${name}`),
];

const isAbout = (problem: EventProblem, target: string): boolean =>
  "target" in problem && problem.target === target;

/** Tries a mapping on a payload, or on each item of a list, as the recorder would. */
export const previewMapping = async (options: PreviewOptions): Promise<MappingPreviewOutput> => {
  const { payload, eventId, template, splits, piiFlags, mapping, defaultCountry, personFields } = options;
  const mask = <T>(value: T): T => maskPii(value, findPii(value), piiFlags) as T;
  const split = splits ? await splitBody(payload, template, mapping) : undefined;
  const found = split && "items" in split ? split.items : [];
  const payloads = found.length > 0 ? found.slice(0, maxPreviewItems) : [payload];
  const guesses = payloads.map((item) => guessMappingWithReason(item));
  const templates = guesses.map((guessed) => template ?? guessed.template);
  const results = await mapping.map(
    payloads.map((item, index) => ({ template: templates[index] ?? guessMapping(item), payload: item })),
  );
  const toItem = (item: unknown, index: number): PreviewItem => {
    const { values = {}, problems: failures = [] } = results[index] ?? {};
    const { person, problems: invalid } = parseMappedValues(values, defaultCountry, personFields);
    const problems = findMappingProblems(
      item,
      { person, problems: [...failures, ...invalid] },
      template === null ? guesses[index]?.reason : undefined,
    );
    const targets = templateTargets(templates[index] ?? { person: {}, event: {} });
    const maskedValues = mask(values);
    return {
      payload: mask(item),
      guessed: guesses[index]?.template ?? guessMapping(item),
      results: targets.map((target) => ({
        target,
        value: maskedValues[target] ?? null,
        problem: problems.find((problem) => isAbout(problem, target)) ?? null,
      })),
      problems: problems.filter((problem) => !targets.some((target) => isAbout(problem, target))),
    };
  };
  const items = payloads.map(toItem);
  const [first = { payload: null, guessed: guessMapping({}), results: [], problems: [] }] = items;
  const refusal = split && "problem" in split ? [split.problem] : [];
  return {
    ...first,
    problems: [...refusal, ...(refusal.length > 0 ? [] : first.problems)],
    eventId,
    itemCount: found.length,
    items: found.length > 0 ? items : [],
  };
};

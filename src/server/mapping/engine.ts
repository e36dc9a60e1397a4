import type { EventProblem } from "#domain/ingestion/event.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import {
  evaluatePlainExpression,
  needsJsonata,
  type PlainExpression,
  parsePlainExpression,
} from "#domain/ingestion/plain-expression.ts";
import { boundedCache, isLarger } from "./bounded.ts";
import { createJsonataRunner } from "./jsonata-runner.ts";
import type { Outcome } from "./messages.ts";

/** Keys are targets: `person.email`, `event.type`. What a payload does not have is not there. */
export type MappingResult = { values: Record<string, unknown>; problems: EventProblem[] };

export type MappingEngine = {
  /** In order; never rejects for what a template or a payload does. */
  map: (work: { template: MappingTemplate; payload: unknown }[]) => Promise<MappingResult[]>;
  evaluate: (
    expression: string,
    payload: unknown,
  ) => Promise<{ ok: true; value: unknown } | { ok: false; problem: EventProblem }>;
  /** At once, for plain paths only. */
  evaluateNow: (expression: string, payload: unknown) => { known: true; value: unknown } | { known: false };
  close: () => Promise<void>;
};

export type MappingOptions = {
  /** How long one expression may take on one payload. */
  timeBoxMs?: number;
  /** How long the thread for real JSONata is kept without work. */
  idleMs?: number;
  /** The most characters that one mapped value may have. */
  maxValueSize?: number;
};

type Field = { target: string; expression: string; plain: PlainExpression | undefined };

/** A pull's answer holds all its items. */
const maxEvaluatedSize = 5_000_000;

export const createMappingEngine = (options: MappingOptions = {}): MappingEngine => {
  const { timeBoxMs = 250, idleMs = 60_000, maxValueSize = 262_144 } = options;
  const jsonata = createJsonataRunner({ timeBoxMs, idleMs });
  const cache = boundedCache<PlainExpression | undefined>(5000);
  const plainOf = (expression: string) => cache(expression, () => parsePlainExpression(expression));

  const fieldsOfTemplate = new WeakMap<MappingTemplate, Field[]>();
  const fieldsOf = (template: MappingTemplate): Field[] => {
    const known = fieldsOfTemplate.get(template);
    if (known) return known;
    const fields: Field[] = [];
    for (const part of ["person", "event"] as const)
      for (const [name, expression] of Object.entries(template[part]))
        if (expression !== undefined)
          fields.push({ target: `${part}.${name}`, expression, plain: plainOf(expression) });
    fieldsOfTemplate.set(template, fields);
    return fields;
  };

  const problemOf = (target: string, outcome: Outcome & { ok: false }): EventProblem =>
    outcome.slow ? { code: "mapping_slow" } : { code: "mapping_failed", target, detail: outcome.detail };

  const keep = (result: MappingResult, target: string, value: unknown): void => {
    if (value === undefined) return;
    const large =
      typeof value === "string"
        ? value.length > maxValueSize
        : typeof value === "object" && isLarger(value, maxValueSize);
    if (large) {
      const detail = `The result is larger than ${maxValueSize} characters`;
      result.problems.push({ code: "mapping_failed", target, detail });
    } else result.values[target] = value;
  };

  const finish = async (result: MappingResult, payload: unknown, fields: Field[]): Promise<void> => {
    const expressions = fields.map(({ expression }) => expression);
    const outcomes = await jsonata.run(payload, expressions, maxValueSize);
    outcomes.forEach((outcome, index) => {
      const target = fields[index]?.target ?? "";
      if (outcome.ok) keep(result, target, outcome.value);
      else if (!outcome.slow || !result.problems.some(({ code }) => code === "mapping_slow"))
        result.problems.push(problemOf(target, outcome));
    });
  };

  return {
    map: async (work) => {
      const waiting: Promise<void>[] = [];
      const results = work.map(({ template, payload }) => {
        const result: MappingResult = { values: {}, problems: [] };
        let open: Field[] | undefined;
        for (const field of fieldsOf(template)) {
          const value = field.plain ? evaluatePlainExpression(field.plain, payload) : needsJsonata;
          if (value === needsJsonata) {
            open ??= [];
            open.push(field);
          } else keep(result, field.target, value);
        }
        if (open) waiting.push(finish(result, payload, open));
        return result;
      });
      if (waiting.length > 0) await Promise.all(waiting);
      return results;
    },
    evaluate: async (expression, payload) => {
      const plain = plainOf(expression);
      const value = plain ? evaluatePlainExpression(plain, payload) : needsJsonata;
      if (value !== needsJsonata) return { ok: true, value };
      const [outcome] = await jsonata.run(payload, [expression], maxEvaluatedSize);
      if (outcome?.ok) return outcome;
      return { ok: false, problem: problemOf("expression", outcome ?? { ok: false, slow: true }) };
    },
    evaluateNow: (expression, payload) => {
      const plain = plainOf(expression);
      const value = plain ? evaluatePlainExpression(plain, payload) : needsJsonata;
      return value === needsJsonata ? { known: false } : { known: true, value };
    },
    close: jsonata.close,
  };
};

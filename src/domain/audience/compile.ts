import { type AudienceNode, type AudienceRow, audience } from "./audience.ts";
import type { AudienceContext, AudienceProblem, AudienceProblemCode } from "./context.ts";
import { windowOf } from "./days.ts";
import type { AudienceAsk, AudienceFacts, FactGroup } from "./facts.ts";
import { type FoundField, findField, splitFieldId } from "./fields.ts";
import { readRowTest } from "./operators.ts";
import { type AudienceValue, passesTest, type RowTest } from "./row-test.ts";

/** A row whose field and test are known. */
export type ResolvedRow = {
  is: "row";
  row: AudienceRow;
  /** Where it stands in the tree, such as `all.0.not`. */
  path: string;
  field: FoundField;
  test: RowTest;
  /** Of fields that read the answer to a question. */
  ask: AudienceAsk | null;
};

/** An audience that can be read, with segments replaced by what they mean. */
export type ResolvedNode =
  | { is: "everybody" }
  | { is: "all" | "any"; nodes: readonly ResolvedNode[] }
  | { is: "not"; node: ResolvedNode }
  | { is: "segment"; row: AudienceRow; path: string; node: ResolvedNode }
  | ResolvedRow;

export type RowExplanation = { row: AudienceRow; path: string; isMet: boolean; seen: AudienceValue };

export type CompiledAudience =
  | {
      ok: true;
      tree: ResolvedNode;
      matches: (facts: AudienceFacts) => boolean;
      /** Each row of the audience as it is for one person; segments are one row. */
      explain: (facts: AudienceFacts) => RowExplanation[];
      asks: readonly AudienceAsk[];
      needs: ReadonlySet<FactGroup>;
    }
  | { ok: false; problem: AudienceProblem };

/** Rows with those of segments, which a chain of segments could multiply without end. */
const maxExpandedRows = 500;

type ResolvedSegment = { node: ResolvedNode; rows: number };

type Resolution = {
  context: AudienceContext;
  /** The first problem found. */
  problem: AudienceProblem | null;
  rows: number;
  asks: Map<string, AudienceAsk>;
  needs: Set<FactGroup>;
  segments: Map<string, ResolvedSegment>;
  /** The segments that are being resolved. */
  open: Set<string>;
};

/** Stands for a part that cannot be read; the audience as a whole then matches nobody. */
const unreadablePart: ResolvedNode = { is: "everybody" };

const fail = (
  state: Resolution,
  code: AudienceProblemCode,
  path: string,
  field: string | null,
): ResolvedNode => {
  state.problem ??= { code, path, field };
  return unreadablePart;
};

const joinPath = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);

const countRows = (state: Resolution, rows: number, path: string): void => {
  state.rows += rows;
  if (state.rows > maxExpandedRows) fail(state, "too_large", path, null);
};

const resolveSegment = (row: AudienceRow, id: string, path: string, state: Resolution): ResolvedNode => {
  const test = readRowTest("reference", row, state.context);
  if (typeof test === "string") return fail(state, test, path, row.field);
  if (!state.context.segments.has(id)) return fail(state, "missing_segment", path, row.field);
  if (state.open.has(id)) return fail(state, "segment_cycle", path, row.field);
  const known = state.segments.get(id);
  if (known) {
    countRows(state, known.rows, path);
    return { is: "segment", row, path, node: known.node };
  }
  const { data } = audience.safeParse(state.context.segments.get(id));
  if (!data) return fail(state, "malformed", path, row.field);
  const rowsBefore = state.rows;
  state.open.add(id);
  const node = resolveNode(data, path, state);
  state.open.delete(id);
  state.segments.set(id, { node, rows: state.rows - rowsBefore });
  return { is: "segment", row, path, node };
};

const hasOnlyKnownValues = ({ definition }: FoundField, test: RowTest): boolean =>
  test.is !== "any_of" || test.values.every((value) => definition.values?.includes(value) ?? true);

const resolveRow = (row: AudienceRow, path: string, state: Resolution): ResolvedNode => {
  countRows(state, 1, path);
  if (state.problem) return unreadablePart;
  const [start, segmentId] = splitFieldId(row.field);
  if (start === "segment") return resolveSegment(row, segmentId, path, state);
  const field = findField(row.field, state.context);
  if (!field) return fail(state, "unknown_field", path, row.field);
  const { definition } = field;
  const test = readRowTest(definition.kind, row, state.context);
  if (typeof test === "string") return fail(state, test, path, row.field);
  const window = windowOf(row.within, state.context);
  const isWindowAllowed = row.within === undefined || definition.kind === "count";
  if (!window || !isWindowAllowed || !hasOnlyKnownValues(field, test))
    return fail(state, "wrong_value", path, row.field);
  const ask = definition.ask?.(window) ?? null;
  if (ask) state.asks.set(ask.key, ask);
  if (definition.needs) state.needs.add(definition.needs);
  return { is: "row", row, path, field, test, ask };
};

const resolveNode = (node: AudienceNode, path: string, state: Resolution): ResolvedNode => {
  if ("everybody" in node) return { is: "everybody" };
  if ("not" in node) return { is: "not", node: resolveNode(node.not, joinPath(path, "not"), state) };
  if ("field" in node) return resolveRow(node, path, state);
  const is = "all" in node ? "all" : "any";
  const children = "all" in node ? node.all : node.any;
  const nodes = children.map((child, index) => resolveNode(child, joinPath(path, `${is}.${index}`), state));
  return { is, nodes };
};

const readValue = ({ field: { definition }, ask }: ResolvedRow, facts: AudienceFacts): AudienceValue => {
  if (definition.ask) return ask ? definition.read(facts, ask) : null;
  return definition.read(facts);
};

const holdsFor = (node: ResolvedNode, facts: AudienceFacts): boolean => {
  switch (node.is) {
    case "everybody":
      return true;
    case "all":
      return node.nodes.every((child) => holdsFor(child, facts));
    case "any":
      return node.nodes.some((child) => holdsFor(child, facts));
    case "not":
      return !holdsFor(node.node, facts);
    case "segment":
      return holdsFor(node.node, facts);
    case "row":
      return passesTest(node.test, readValue(node, facts));
  }
};

const explainNode = (node: ResolvedNode, facts: AudienceFacts): RowExplanation[] => {
  switch (node.is) {
    case "everybody":
      return [];
    case "all":
    case "any":
      return node.nodes.flatMap((child) => explainNode(child, facts));
    case "not":
      return explainNode(node.node, facts);
    case "segment": {
      const isMet = holdsFor(node.node, facts);
      return [{ row: node.row, path: node.path, isMet, seen: isMet }];
    }
    case "row": {
      const seen = readValue(node, facts);
      return [{ row: node.row, path: node.path, isMet: passesTest(node.test, seen), seen }];
    }
  }
};

/** Reads an audience once. One row that cannot be read makes it unreadable, and it then matches nobody. */
export const compileAudience = (stored: unknown, context: AudienceContext): CompiledAudience => {
  const { data } = audience.safeParse(stored);
  if (!data) return { ok: false, problem: { code: "malformed", path: "", field: null } };
  const state: Resolution = {
    context,
    problem: null,
    rows: 0,
    asks: new Map(),
    needs: new Set(),
    segments: new Map(),
    open: new Set(),
  };
  const tree = resolveNode(data, "", state);
  if (state.problem) return { ok: false, problem: state.problem };
  return {
    ok: true,
    tree,
    matches: (facts) => holdsFor(tree, facts),
    explain: (facts) => explainNode(tree, facts),
    asks: [...state.asks.values()],
    needs: state.needs,
  };
};

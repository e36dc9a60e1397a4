import {
  type Audience,
  type AudienceNode,
  type AudienceRow,
  maxAudienceDepth,
  maxAudienceRows,
  type Span,
  type Within,
} from "#domain/audience/audience.ts";

/** How a group reads: "All of …", "Any of …", "None of …", "Not all of …". */
export const groupModes = ["all", "any", "none", "not_all"] as const;
export type GroupMode = (typeof groupModes)[number];

export type RowValue = NonNullable<AudienceRow["value"]>;

/** A row while it is being edited: parts that were not chosen yet are absent. */
export type AudienceDraftRow = {
  kind: "row";
  id: number;
  negated: boolean;
  field?: string | undefined;
  op?: AudienceRow["op"] | undefined;
  value?: RowValue | undefined;
  within?: Within | undefined;
};

/** Everybody, said inside a group; with `negated`, nobody. */
export type DraftEverybody = { kind: "everybody"; id: number; negated: boolean };

export type DraftGroup = { kind: "group"; id: number; mode: GroupMode; children: DraftNode[] };
export type DraftNode = AudienceDraftRow | DraftEverybody | DraftGroup;

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

export const emptyRow = (): AudienceDraftRow => ({ kind: "row", id: nextId(), negated: false });
export const emptyGroup = (mode: GroupMode = "any"): DraftGroup => ({
  kind: "group",
  id: nextId(),
  mode,
  children: [emptyRow()],
});

const turnedModes: Record<GroupMode, GroupMode> = {
  all: "not_all",
  not_all: "all",
  any: "none",
  none: "any",
};

const negate = (node: DraftNode): DraftNode =>
  node.kind === "group" ? { ...node, mode: turnedModes[node.mode] } : { ...node, negated: !node.negated };

const toNode = (node: AudienceNode): DraftNode => {
  if ("not" in node) return negate(toNode(node.not));
  if ("everybody" in node) return { kind: "everybody", id: nextId(), negated: false };
  if ("all" in node) return { kind: "group", id: nextId(), mode: "all", children: node.all.map(toNode) };
  if ("any" in node) return { kind: "group", id: nextId(), mode: "any", children: node.any.map(toNode) };
  const { field, op, value, within } = node;
  return { kind: "row", id: nextId(), negated: false, field, op, value, within };
};

/** The root is always a group, so that there is a place for further rows. */
export const toDraft = (audience: Audience | undefined): DraftGroup => {
  if (!audience || "everybody" in audience) return { kind: "group", id: nextId(), mode: "all", children: [] };
  const node = toNode(audience);
  return node.kind === "group" ? node : { kind: "group", id: nextId(), mode: "all", children: [node] };
};

const isSpan = (value: unknown): value is Span =>
  typeof value === "object" && value !== null && "last" in value && Number.isInteger(value.last);

const needsNoValue = new Set<AudienceRow["op"]>(["known", "is_empty", "is_true", "in"]);
const spanOperators = new Set<AudienceRow["op"]>(["in_last", "more_than_ago", "in_next"]);
const listOperators = new Set<AudienceRow["op"]>(["is_any_of", "has_any", "has_all"]);

/** A distance from a place that was chosen. */
const isPlaced = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "distance" in value &&
  Number(value.distance) > 0 &&
  "label" in value &&
  value.label !== "";

const isFilled = (value: unknown): boolean =>
  typeof value === "boolean" || Number.isFinite(value) || (typeof value === "string" && value.trim() !== "");

/** Whether the row says enough to be applied. */
export const isComplete = ({ field, op, value }: AudienceDraftRow): boolean => {
  if (!field || !op) return false;
  if (needsNoValue.has(op)) return true;
  if (spanOperators.has(op)) return isSpan(value) && value.last > 0;
  if (op === "within_distance") return isPlaced(value);
  if (listOperators.has(op)) return Array.isArray(value) && value.length > 0;
  if (op === "between") return Array.isArray(value) && value.length === 2 && value.every(isFilled);
  return isFilled(value);
};

const toAudienceRow = ({ field, op, value, within }: AudienceDraftRow): AudienceRow | undefined =>
  field && op
    ? { field, op, ...(value === undefined ? {} : { value }), ...(within ? { within } : {}) }
    : undefined;

const turned = (node: AudienceNode, negated: boolean): AudienceNode => (negated ? { not: node } : node);

/** The finished part of a node; undefined where nothing of it is finished. */
const toAudienceNode = (node: DraftNode): AudienceNode | undefined => {
  if (node.kind === "everybody") return turned({ everybody: true }, node.negated);
  if (node.kind === "row") {
    const row = isComplete(node) ? toAudienceRow(node) : undefined;
    return row && turned(row, node.negated);
  }
  const children = node.children.flatMap((child) => toAudienceNode(child) ?? []);
  if (children.length === 0) return undefined;
  const group = node.mode === "all" || node.mode === "not_all" ? { all: children } : { any: children };
  return turned(group, node.mode === "none" || node.mode === "not_all");
};

/** The audience that the finished rows make; undefined without one, which is everybody. */
export const toAudience = (root: DraftGroup): Audience | undefined => toAudienceNode(root);

type Change = (node: DraftNode) => DraftNode[];

/** The tree with the node of that id replaced by what the change makes of it. */
export const changeNode = (root: DraftGroup, id: number, change: Change): DraftGroup => ({
  ...root,
  children: root.children.flatMap((child) => {
    if (child.id === id) return change(child);
    return child.kind === "group" ? [changeNode(child, id, change)] : [child];
  }),
});

/** The tree with the group of that id changed; the root may be the one. */
export const changeGroup = (
  root: DraftGroup,
  id: number,
  change: (group: DraftGroup) => DraftGroup,
): DraftGroup =>
  root.id === id
    ? change(root)
    : changeNode(root, id, (node) => [node.kind === "group" ? change(node) : node]);

/** A group that lost its last row goes with it. */
export const removeNode = (root: DraftGroup, id: number): DraftGroup => {
  const prune = (group: DraftGroup): DraftGroup => ({
    ...group,
    children: group.children.flatMap((child): DraftNode[] => {
      if (child.id === id) return [];
      if (child.kind !== "group") return [child];
      const rest = prune(child);
      return rest.children.length === 0 ? [] : [rest];
    }),
  });
  return prune(root);
};

const copyNode = (node: DraftNode): DraftNode =>
  node.kind === "group"
    ? { ...node, id: nextId(), children: node.children.map(copyNode) }
    : { ...node, id: nextId() };

export const duplicateNode = (root: DraftGroup, id: number): DraftGroup =>
  changeNode(root, id, (node) => [node, copyNode(node)]);

export const draftRows = (node: DraftNode): AudienceDraftRow[] =>
  node.kind === "group" ? node.children.flatMap(draftRows) : node.kind === "row" ? [node] : [];

const maxChildren = 20;

export const mayAddRow = (root: DraftGroup, group: DraftGroup): boolean =>
  group.children.length < maxChildren && draftRows(root).length < maxAudienceRows;

/** The rows are a level of their own, so groups may be one level less deep. */
export const mayAddGroup = (root: DraftGroup, group: DraftGroup, level: number): boolean =>
  level < maxAudienceDepth - 1 && mayAddRow(root, group);

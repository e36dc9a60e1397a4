import type { TimelineKind } from "#domain/timeline.ts";
import type { ChangeSource } from "./change-source.ts";
import type { PersonRecord } from "./person-record.ts";

/** An entry of a person's timeline; who and what caused it is the change's. */
export type ChangeEntry = {
  eventType: TimelineKind;
  title: string;
  description: string | null;
  metadata: Record<string, unknown>;
};

const entry = (
  eventType: TimelineKind,
  title: string,
  description: string | null = null,
  metadata: Record<string, unknown> = {},
): ChangeEntry => ({ eventType, title, description, metadata });

const tagEntries = (before: PersonRecord, after: PersonRecord): ChangeEntry[] => [
  ...after.tags
    .filter((tag) => !before.tags.includes(tag))
    .map((tag) => entry("tag_added", "Tag added", tag)),
  ...before.tags
    .filter((tag) => !after.tags.includes(tag))
    .map((tag) => entry("tag_removed", "Tag removed", tag)),
];

/** What operators and programs changed: the stage, only tags, or anything else. */
const editEntries = (
  before: PersonRecord,
  after: PersonRecord,
  changed: readonly string[],
): ChangeEntry[] => {
  if (before.status !== after.status)
    return [entry("status_changed", "Stage changed", `${before.status} → ${after.status}`)];
  return changed.every((name) => name === "tags")
    ? tagEntries(before, after)
    : [entry("person_updated", "Person updated")];
};

const createdEntries = (source: ChangeSource): ChangeEntry[] => {
  switch (source.kind) {
    case "import":
      return [entry("person_imported", "Imported", source.label)];
    case "sync":
      return [entry("person_imported", `Added from ${source.label}`, source.label, source.metadata)];
    case "event":
    case "message":
      return [entry("person_created", "Person created", source.name, source.metadata)];
    default:
      return [entry("person_created", "Person created")];
  }
};

const changedEntries = (
  source: ChangeSource,
  before: PersonRecord,
  after: PersonRecord,
  changed: readonly string[],
): ChangeEntry[] => {
  if (source.kind === "import") return [entry("person_imported", "Imported", source.label)];
  if (source.kind === "undo") return [entry("change_undone", source.label ?? "Change undone")];
  if (changed.length === 0) return [];
  switch (source.kind) {
    case "user":
    case "program":
    case "rule":
      return editEntries(before, after, changed);
    case "sync":
      return [entry("person_updated", `Changed in ${source.label}`, source.label, source.metadata)];
    case "call":
      return [entry("person_updated", "Person updated", source.label, source.metadata)];
    default:
      return [];
  }
};

/** What the timeline says of a new or changed person. Events and messages stand on it themselves. */
export const changeEntries = (
  source: ChangeSource,
  before: PersonRecord | null,
  after: PersonRecord,
  { changed, isOptedOut }: { changed: readonly string[]; isOptedOut: boolean },
): ChangeEntry[] => [
  ...(before === null ? createdEntries(source) : changedEntries(source, before, after, changed)),
  ...(isOptedOut && source.kind === "sync"
    ? [entry("opted_out", "Opted out", source.label, source.metadata)]
    : []),
];

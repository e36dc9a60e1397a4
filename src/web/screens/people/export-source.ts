import type { Audience, AudienceRow } from "#domain/audience/audience.ts";
import type { ExportedPeople } from "#web/components/export/export-dialog.tsx";
import { type BuiltInColumn, isBuiltInColumn } from "./column-list.ts";

type ListFilters = {
  search?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
};

const maxRows = 20;

/** Rows of an outer `all` are taken over, because levels of a filter are limited. */
const toAudience = (nodes: Audience[]): Audience | undefined => {
  const [first] = nodes;
  if (nodes.length <= 1) return first;
  const rows = nodes.flatMap((node) => ("all" in node ? node.all : [node]));
  return { all: rows.length <= maxRows ? rows : nodes };
};

/** The people whom the list shows: its view or filter, and the simple filters and the search besides. */
export const exportedPeople = (
  { search, type, status, tag }: ListFilters,
  { view, audience }: { view: string | undefined; audience: Audience | undefined },
): ExportedPeople => {
  const rows: AudienceRow[] = [
    ...(type ? [{ field: "type", op: "is_any_of" as const, value: [type] }] : []),
    ...(status ? [{ field: "status", op: "is_any_of" as const, value: [status] }] : []),
    ...(tag ? [{ field: "tags", op: "has_any" as const, value: [tag] }] : []),
  ];
  return {
    view,
    search,
    where: toAudience([...(audience && view === undefined ? [audience] : []), ...rows]),
  };
};

/** What a column of the list is in a file, where its name is another; columns of conversations are in none. */
const fileColumns: Partial<Record<BuiltInColumn, readonly string[]>> = {
  name: ["firstName", "lastName"],
  stage: ["status"],
  score: ["intentScore"],
  propensity: ["propensityToBuy"],
  churn: ["churnRisk"],
  contact: ["phone", "email"],
  sources: ["source"],
  lastInbound: [],
  created: ["createdAt"],
  updated: ["updatedAt"],
};

export const exportedColumns = (columns: readonly string[]): string[] => [
  ...new Set(columns.flatMap((id) => (isBuiltInColumn(id) && fileColumns[id]) || [id])),
];

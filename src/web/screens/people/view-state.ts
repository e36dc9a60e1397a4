import type { View } from "#contract/audiences.ts";
import { type Audience, audience as audienceSchema } from "#domain/audience/audience.ts";
import { type ViewShape, viewShapes } from "#domain/audience/view.ts";
import {
  defaultDirection,
  type PeopleSort,
  peopleSorts,
  type SortDirection,
  sortDirections,
} from "#domain/people-sort.ts";

/** What a view stores, in the parameters of the URL. An absent one is as the view has it. */
export const viewParams = ["where", "sort", "direction", "columns", "shape"] as const;
export type ViewParam = (typeof viewParams)[number];
export type ViewParams = Partial<Record<ViewParam, string | undefined>>;

export type PeopleOrderState = { sort: PeopleSort; direction: SortDirection };

export type ViewState = {
  /** Undefined is everybody. */
  audience: Audience | undefined;
  /** The filter of the URL cannot be read. */
  isBroken: boolean;
  order: PeopleOrderState;
  columns: string[];
  shape: ViewShape;
  /** Something differs from what the view stores. */
  isChanged: boolean;
};

const parseWhere = (text: string): Audience | undefined => {
  try {
    return audienceSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const exceptEverybody = (audience: Audience | undefined): Audience | undefined =>
  audience && "everybody" in audience ? undefined : audience;

type StoredOrder = Pick<View, "sort" | "direction">;

const toOrder = (sort: string | null | undefined, direction: string | null | undefined): PeopleOrderState => {
  const known = peopleSorts.find((candidate) => candidate === sort) ?? "updated";
  return {
    sort: known,
    direction: sortDirections.find((candidate) => candidate === direction) ?? defaultDirection[known],
  };
};

const storedOrder = (view: StoredOrder | undefined): PeopleOrderState => toOrder(view?.sort, view?.direction);

const baseColumns = (view: Pick<View, "columns"> | undefined, ownColumns: readonly string[]): string[] =>
  view && view.columns.length > 0 ? view.columns : [...ownColumns];

/** What the list shows: the URL first, then the view, then the columns that the user has without a view. */
export const resolveView = (
  params: ViewParams,
  view: View | undefined,
  ownColumns: readonly string[],
): ViewState => {
  const fromUrl = params.where === undefined ? undefined : parseWhere(params.where);
  const order = params.sort === undefined ? storedOrder(view) : toOrder(params.sort, params.direction);
  const columns = params.columns?.split(",").filter(Boolean) ?? [];
  return {
    audience: exceptEverybody(params.where === undefined ? view?.audience : fromUrl),
    isBroken: params.where !== undefined && fromUrl === undefined,
    order,
    columns: columns.length > 0 ? columns : baseColumns(view, ownColumns),
    shape: viewShapes.find((shape) => shape === params.shape) ?? view?.shape ?? "list",
    isChanged: view !== undefined && viewParams.some((name) => params[name] !== undefined),
  };
};

const same = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

export type ViewChange = Partial<Pick<ViewState, "audience" | "order" | "columns" | "shape">>;

/** The parameters of a change. What the view has anyway is left out, so that the view then counts as unchanged. */
export const toViewParams = (
  change: ViewChange,
  view: View | undefined,
  ownColumns: readonly string[],
): ViewParams => {
  const params: ViewParams = {};
  if ("audience" in change) {
    const { audience } = change;
    const stored = exceptEverybody(view?.audience);
    params.where = same(audience, stored) ? undefined : JSON.stringify(audience ?? { everybody: true });
    // Without a view, everybody need not be said.
    if (!view && audience === undefined) params.where = undefined;
  }
  if (change.order) {
    const isStored = same(change.order, storedOrder(view));
    params.sort = isStored ? undefined : change.order.sort;
    params.direction = isStored ? undefined : change.order.direction;
  }
  if (change.columns)
    params.columns = same(change.columns, baseColumns(view, ownColumns))
      ? undefined
      : change.columns.join(",");
  if (change.shape) params.shape = change.shape === (view?.shape ?? "list") ? undefined : change.shape;
  return params;
};

/** What is stored of the state, for a new or an updated view. */
export const toViewInput = ({ audience, order, columns, shape }: ViewState) => ({
  audience: audience ?? { everybody: true as const },
  columns,
  sort: order.sort,
  direction: order.direction,
  shape,
});

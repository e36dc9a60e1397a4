import type { View } from "#contract/audiences.ts";

/** Own views, shared ones, segments. */
const sectionOf = ({ kind, ownerId }: View): number => (kind === "segment" ? 2 : ownerId === null ? 1 : 0);

/** Pinned views come first, then in the order of the user; those that were not placed by section and name. */
export const inViewOrder = (views: readonly View[]): View[] =>
  views.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      a.position - b.position ||
      sectionOf(a) - sectionOf(b) ||
      a.name.localeCompare(b.name),
  );

/** The ids of all views in order, with one moved to the place of another; undefined where nothing moves. */
export const moveView = (views: readonly View[], id: string, toId: string): string[] | undefined => {
  const ids = inViewOrder(views).map((view) => view.id);
  const to = ids.indexOf(toId);
  if (id === toId || to < 0 || !ids.includes(id)) return undefined;
  return ids.filter((each) => each !== id).toSpliced(to, 0, id);
};

export type ViewSections = { own: View[]; shared: View[]; segments: View[] };

export const toViewSections = (views: readonly View[]): ViewSections => {
  const ordered = inViewOrder(views);
  return {
    own: ordered.filter(({ kind, ownerId }) => kind === "view" && ownerId !== null),
    shared: ordered.filter(({ kind, ownerId }) => kind === "view" && ownerId === null),
    segments: ordered.filter(({ kind }) => kind === "segment"),
  };
};

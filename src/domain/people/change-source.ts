/** Whence a change of a person comes. */
export type ChangeSource = {
  kind:
    | "event"
    | "message"
    | "form"
    | "user"
    | "program"
    | "rule"
    | "import"
    | "sync"
    | "call"
    | "merge"
    | "undo";
  /** What the timeline calls it: the endpoint, or one of a few fixed words. */
  name: string;
  /** The file or vendor that a text names. */
  label: string | null;
  actorId: string | null;
  causedBy: string | null;
  /** Parameters of the timeline's entries. */
  metadata: Record<string, unknown>;
};

/** A source with what it has besides its kind. */
export const changeSource = (
  kind: ChangeSource["kind"],
  more: Partial<Omit<ChangeSource, "kind">> = {},
): ChangeSource => ({
  kind,
  name: "user",
  label: null,
  actorId: null,
  causedBy: null,
  metadata: {},
  ...more,
});

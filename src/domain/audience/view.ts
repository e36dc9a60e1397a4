/** A view is what a list shows; a segment is a named audience that rules and other audiences refer to. */
export const viewKinds = ["view", "segment"] as const;
export type ViewKind = (typeof viewKinds)[number];

export const viewScreens = ["people", "inbox"] as const;
export type ViewScreen = (typeof viewScreens)[number];

export const viewShapes = ["list", "board", "map"] as const;
export type ViewShape = (typeof viewShapes)[number];

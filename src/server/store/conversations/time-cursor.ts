/** Where a page ended: the time of its last row, null where it has none, and the row's id. */
export type TimeCursor = { at: string | null; id: string };

const form = /^(-|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeTimeCursor = ({ at, id }: TimeCursor): string => `${at ?? "-"}_${id}`;

/** Undefined for a text that is no cursor. */
export const readTimeCursor = (text: string): TimeCursor | undefined => {
  const [, at = "-", id] = form.exec(text) ?? [];
  if (id === undefined || (at !== "-" && Number.isNaN(Date.parse(at)))) return undefined;
  return { at: at === "-" ? null : at, id };
};

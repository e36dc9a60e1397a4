import { readTimeCursor, type TimeCursor } from "#server/store/conversations/time-cursor.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

export type Asking = Parameters<typeof requestLanguage>[0];

/** A field that has the right form, but a value that cannot be used. */
export const invalidField = (
  asking: Asking,
  path: string,
  phrase: "invalid" | "required" | "cursor" | "id",
): Problem =>
  new Problem("invalid", { issues: [{ path, message: issuePhrases[requestLanguage(asking)][phrase] }] });

/** Where a page starts; a text that is no cursor is refused. */
export const parseCursor = (asking: Asking, text: string | undefined): TimeCursor | undefined => {
  if (text === undefined) return undefined;
  const cursor = readTimeCursor(text);
  if (!cursor) throw invalidField(asking, "cursor", "cursor");
  return cursor;
};

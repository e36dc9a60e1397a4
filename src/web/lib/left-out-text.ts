import type { TFunction } from "i18next";
import { leftOutCodes } from "#domain/ingestion/event.ts";
import { type PersonTarget, personTargets } from "#domain/ingestion/mapping.ts";
import type { TimelineEvent } from "./timeline-text.ts";

const targetText = (target: unknown, t: TFunction): string => {
  const known: PersonTarget | undefined = personTargets.find((each) => each === target);
  return known ? t(`endpoints.target.${known}`) : String(target);
};

/** Values that were left out of what a sender said, for the entry of it. Stored metadata is not validated. */
export const leftOutTexts = ({ metadata }: Pick<TimelineEvent, "metadata">, t: TFunction): string[] => {
  const leftOut: unknown = metadata?.leftOut;
  return (Array.isArray(leftOut) ? leftOut : []).flatMap((each: { code?: unknown; target?: unknown }) => {
    const code = leftOutCodes.find((known) => known === each?.code);
    return code ? [t(`endpoints.problem.${code}`, { target: targetText(each.target, t) })] : [];
  });
};

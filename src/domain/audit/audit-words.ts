import type { Channel } from "#domain/channels/channel.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { AuditDetailsOf, AuditKind, AuditVerb, NamedThing, UnnamedThing } from "./audit-details.ts";

/** The wording of every kind of entry in one language: fixed, or made from the values. */
export type AuditWords = {
  [Kind in AuditKind]: { kind: Kind } extends AuditDetailsOf<Kind>
    ? string
    : (details: AuditDetailsOf<Kind>) => string;
};

/** Parts of which sentences are made. Articles and prepositions belong to the words of a language. */
export type AuditParts = {
  verbs: Record<AuditVerb, string>;
  named: Record<NamedThing, (name: string) => string>;
  unnamed: Record<UnnamedThing, string>;
  /** After “by”. */
  channels: Record<Channel, string>;
  /** After “for” and “of”. */
  scopes: Record<SuppressionScope, string>;
};

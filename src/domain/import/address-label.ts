import type { AddressLabel } from "#domain/people/person-address.ts";
import { cutText } from "#domain/storable-text.ts";
import { foldHeader } from "./fold-header.ts";

const labelWords: readonly [AddressLabel, RegExp][] = [
  ["mobile", /\b(?:mobile|cell|cellphone|cellular|celular|cel|movil|whatsapp|wa|sms|text|car|handy)\b/],
  [
    "home",
    /\b(?:home|house|casa|hogar|residencial|residencia|residential|landline|fijo|fija|linea fija|personal)\b/,
  ],
  [
    "work",
    /\b(?:work|business|office|oficina|trabajo|laboral|company|comercial|negocio|corporate|corporativo)\b/,
  ],
];

/** What the words of a header or of a label say an address is used for. */
export const findAddressLabel = (words: string): AddressLabel | null =>
  labelWords.find(([, pattern]) => pattern.test(words))?.[0] ?? null;

/** Whether a header calls its address the main one. */
export const isMainAddress = (words: string): boolean =>
  /\b(?:primary|main|principal|default|preferred)\b/.test(words);

const maxLabelLength = 40;
/** Labels that say nothing of the address: kinds of mailboxes, and the mark of the default. */
const emptyLabel = /^(?:smtp|ex|internet|other|otro|otra|custom|default|main|)$/;

export type AddressUse = { label: string | null; isMain: boolean; isNoPhone: boolean };

/** A label that a column gives: "* Work" is the main one, "Home Fax" is no phone number. */
export const readAddressLabel = (text: string): AddressUse => {
  const folded = foldHeader(text);
  return {
    label:
      findAddressLabel(folded) ??
      (emptyLabel.test(folded) ? null : cutText(text.replace(/^\*\s*/, ""), maxLabelLength)),
    isMain: text.trim().startsWith("*"),
    isNoPhone: /\b(?:fax|pager|telex)\b/.test(folded),
  };
};

/** The order in which the phone numbers of a row are chosen as the main one: a message cannot reach a house line. */
export const phoneRank = (label: string | null, isMain: boolean): number => {
  if (isMain) return 0;
  return label === "mobile" ? 1 : label === "work" ? 3 : label === "home" ? 4 : 2;
};

import { foldSpeech, speechWords } from "./plain-speech.ts";

const maxAgeMs = 5 * 60_000;

const yesStart =
  /^(?:(?:oh|ah|pues|well|eh|um|uh|bueno|ay|mire) )*(?:yes|yeah|yep|yup|si|sip|claro|correct|correcto|exactly|exacto|thats right|thats correct|right|sure|of course|absolutely|definitely|perfect|perfecto|sounds good|go ahead|confirm(?:ed|o|ado|elo)?|i confirm|dale|de acuerdo|esta bien|por supuesto|asi es|eso es|ok|okay|oui|daccord|ja|genau)\b/;
/** A yes that takes itself back, asks, or belongs to something else. */
const notYes =
  /\b(?:no|not|dont|but|except|instead|wait|actually|maybe|perhaps|if|unless|pero|aunque|mejor|espere|espera|quizas|tal vez|depende|si es que|salvo|menos|nein|non|aber|mais)\b|\?/;

/** A plain yes, as the answer to a read-back. Anything doubtful is no yes. */
export const saysYes = (text: string): boolean => {
  const folded = foldSpeech(text);
  return speechWords(text).length <= 12 && yesStart.test(folded) && !notYes.test(folded);
};

/**
 * Whether a proposal may be carried out: its read-back was heard to the end, a later utterance says yes, and it is not
 * too old.
 */
export const isConfirmed = ({
  proposedAt,
  wasPlayedInFull,
  later,
  now,
}: {
  proposedAt: number;
  wasPlayedInFull: boolean;
  /** The first utterance after the read-back. */
  later: { text: string; at: number } | null;
  now: number;
}): boolean =>
  wasPlayedInFull &&
  later !== null &&
  later.at > proposedAt &&
  now - proposedAt < maxAgeMs &&
  now >= proposedAt &&
  saysYes(later.text);

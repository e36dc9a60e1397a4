import type { ScriptLanguage } from "#domain/voice/script.ts";
import { agentPhrases } from "./phrases.ts";
import { foldSpeech, toSentences } from "./plain-speech.ts";

const charactersPerSecond = 14;
const maxNoticeLength = 8 * charactersPerSecond;
const maxVoicemailLength = 25 * charactersPerSecond;

const saysOptOut =
  /\b(?:press|oprim\w+|presion\w+|marque|pulse|appuyez sur le|drucken sie die)\b.{0,20}\b(?:9|nine|nueve|neuf|neun)\b/;
const loneGreeting =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|hola|saludos|buenos d[ií]as|buenas(?: tardes| noches)?|bonjour|bonsoir|guten (?:tag|morgen|abend)|hallo)\s*[,.!]+\s+/i;

/** Cuts a text at a word so that it is at most so long. */
const cutAtWord = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength)).trimEnd();
  return cut.includes(" ") ? cut.slice(0, cut.lastIndexOf(" ")) : cut;
};

/** Keeps whole sentences, or words of the first one, so that the text is at most so long. */
const cutAtSentence = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  let kept = "";
  for (const sentence of toSentences(text)) {
    const longer = kept === "" ? sentence : `${kept} ${sentence}`;
    if (longer.length > maxLength) break;
    kept = longer;
  }
  return kept === "" ? `${cutAtWord(text, maxLength - 1)}.` : kept;
};

const capitalise = (text: string): string => text.replace(/^[¿¡]?\p{L}/u, (start) => start.toUpperCase());

const join = (...texts: string[]): string => texts.filter(Boolean).join(" ");

/**
 * The first words of a call: who speaks, that it is a machine and that the call is recorded; then how to opt out, and
 * the script's opening. `notice` must not be interrupted. It never depends on the wording of a script.
 */
export const openingOf = ({
  language,
  business,
  isRecorded,
  opening,
}: {
  language: ScriptLanguage;
  business: string | null;
  isRecorded: boolean;
  opening: string;
}): { text: string; notice: string; rest: string } => {
  const phrases = agentPhrases[language];
  const recorded = isRecorded ? phrases.recorded : "";
  const spare = maxNoticeLength - join(phrases.disclosure(""), recorded).length;
  // "an AI assistant" is longer than "the AI assistant of", which leaves room for the name only.
  const name = business === null ? null : cutAtWord(business, Math.max(20, spare - 10));
  const notice = join(phrases.disclosure(name), recorded);
  const own = capitalise(opening.trim().replace(loneGreeting, ""));
  // The hint precedes the opening, which mostly ends with a question.
  const rest = join(saysOptOut.test(foldSpeech(opening)) ? "" : phrases.optOutHint, own);
  return { text: join(notice, rest), notice, rest };
};

/** What is left on an answering machine. */
export const voicemailOf = ({
  language,
  business,
  purpose,
}: {
  language: ScriptLanguage;
  business: string | null;
  purpose: string;
}): string => {
  const phrases = agentPhrases[language];
  const name = business === null ? null : cutAtWord(business, 60);
  const fixed = join(phrases.disclosure(name), phrases.optOutByText);
  const said = cutAtSentence(
    capitalise(purpose.trim().replace(loneGreeting, "")),
    maxVoicemailLength - fixed.length - 2,
  );
  return join(phrases.disclosure(name), said, phrases.optOutByText);
};

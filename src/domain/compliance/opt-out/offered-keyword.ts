import { replyWords } from "#domain/compliance/reply-text.ts";

/** Words that ask for an answer, before the keyword. */
const asksFor = new Set(
  "reply text send type respond answer write press enter say responda responde conteste contesta confirm confirme confirma confirmar envie envia mande manda escriba escribe diga marque oprima presione".split(
    " ",
  ),
);
/** Nouns and verbs of our messages: what such a keyword ends is what the sender wants to end. */
const aboutMessages =
  /^(?:unsubscri\w*|subscri\w*|opt|optout|receiv\w*|messages?|texts?|texting|emails?|alerts?|updates?|offers?|promotions?|notifications?|list|suscri\w*|desuscri\w*|recib\w*|mensajes?|textos?|correos?|alertas?|ofertas?|promociones|avisos|notificaciones|lista|contact\w*|remov\w*|hear\w*|baja|saber|oir)$/;
/** "STOP to end": the keyword with no object but these. */
const ends =
  /^(?:to|para|out|stop|end|quit|cancel|leave|salir|cancelar|terminar|parar|detener|us|this|esto)$/;
const lookback = 14;
const lookahead = 9;
/** Keywords of the law, which an offer without a purpose does not take away. */
const strong = /^(?:stop|stopall|unsubscribe|unsub|optout|alto|revoke|end|quit)$/;

/**
 * Whether our last message offered this keyword for something else than our messages, as in "Reply CANCEL to call off
 * the visit".
 */
export const isOfferedForElse = (keyword: string, previous: string | null): boolean => {
  if (previous === null) return false;
  const words = replyWords(previous);
  return words.some((word, at) => {
    if (word !== keyword) return false;
    const isAsked = words.slice(Math.max(0, at - lookback), at).some((before) => asksFor.has(before));
    if (!isAsked) return false;
    const tail = words.slice(at + 1, at + 1 + lookahead);
    // After a full stop another matter may begin.
    const end = tail.indexOf("|");
    const purpose = end < 0 ? tail : tail.slice(0, end);
    if (purpose.every((after) => ends.test(after)))
      return !strong.test(keyword) && !words.some((other) => aboutMessages.test(other));
    return !purpose.some((after) => aboutMessages.test(after));
  });
};

const stops =
  /^(?:stop|end|quit|unsubscribe|opt|out|cancel|leave|dejar|salir|cancelar|desuscrib\w*|baja|parar)$/;

const alternatives = new Set(["|", "or", "o", "u", "and", "y"]);

/** "Reply NO to stop these alerts" makes a lone "no" a wish to stop. */
export const isOfferedToStop = (words: readonly string[], previous: string | null): boolean => {
  const [only] = words;
  if (previous === null || only === undefined || words.length > 1) return false;
  const before = replyWords(previous);
  return before.some((word, at) => {
    if (word !== only || !before.slice(Math.max(0, at - 4), at).some((each) => asksFor.has(each)))
      return false;
    const tail = before.slice(at + 1, at + 1 + lookahead);
    // Another keyword may follow: "Reply 1 to confirm or STOP to opt out".
    const end = tail.findIndex((after) => alternatives.has(after));
    const purpose = end < 0 ? tail : tail.slice(0, end);
    return (
      purpose.slice(0, 3).some((after) => stops.test(after)) &&
      purpose.some((after) => aboutMessages.test(after))
    );
  });
};

/** Whether two words differ by one inserted, dropped, changed or swapped letter. */
const isOneEditApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const restA = a.slice(start, endA);
  const restB = b.slice(start, endB);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
};

const minTypoLength = 6;

/**
 * Words that carry an opt-out and are long enough to be recognised with one wrong letter. Shorter words would turn
 * ordinary ones into them: "tests" into "texts".
 */
const correctable = `
  texting messaging message messages calling sending emailing contacting contact bothering harassing spamming remove removed
  delete number consent permission revoke revoking withdraw subscription receive receiving unsubscribe unsubscribed marketing
  promotions mensaje mensajes escriban escribas escriba escribirme escribiendo contacten contactar llamadas llamarme llamando
  correos manden mandarme mandando enviarme enviando envien molesten molestar quitenme saquenme borrenme eliminen eliminenme
  numero telefono consentimiento autorizacion suscripcion recibir recibiendo promociones publicidad desuscribir desuscribirme
`
  .trim()
  .split(/\s+/);
const known = new Set(correctable);

/** Ordinary words that look like a misspelling of one of them. */
const ordinary = new Set(
  "manden menden envie remover removes removed removal deleted numbers numeros contacts contacto quitense saquense cancelo".split(
    " ",
  ),
);

/** "Txtng" and "messging" keep the consonants. */
const consonants = (word: string): string => word.replace(/[aeiou]/g, "").replace(/(.)\1+/g, "$1");
const byConsonants = new Map(
  correctable.filter((word) => /ing$|n[dt]o$/.test(word)).map((word) => [consonants(word), word]),
);
const minConsonants = 5;

/** The word that was probably meant; the word itself when none is close. */
export const closestWord = (word: string): string => {
  if (word.length < minTypoLength - 1 || known.has(word) || ordinary.has(word)) return word;
  const skeleton = consonants(word);
  const spelled = skeleton.length >= minConsonants ? byConsonants.get(skeleton) : undefined;
  if (spelled !== undefined) return spelled;
  return (
    correctable.find(
      (candidate) =>
        candidate.length >= minTypoLength && candidate[0] === word[0] && isOneEditApart(word, candidate),
    ) ?? word
  );
};

import type { DayContext } from "./day-arithmetic.ts";
import { joinWords, type SpokenWord } from "./spoken-words.ts";

const spanishWords =
  /(?:^| )(?:el|la|los|las|de|del|en|es|mi|naci|fue|para|por|que|y|cumpleanos|nacimiento)(?= |$)/;
const birthWords =
  /(?:^| )(?:born|birth|birthday|birthdays|bday|dob|naci|nacio|nacido|nacida|nacimiento|cumpleanos|cumplo)(?= |$)/;
const pastWords =
  /(?:^| )(?:was|were|happened|started|broke|began|bought|signed|installed|died|since|stopped|failed|noticed|arrived|paid|fue|paso|ocurrio|empezo|comenzo|dano|rompio|compre|compramos|instalaron|instale|firme|firmamos|mude|murio|llego|pague|vino|vinieron|desde|recibi|dejo|sucedio|cayo|got|had|came|went|left|took|lost|sold|fell|saw|met|gave|hit|ran|sent|made|ended|expired|(?:i|we|he|she|it|they) \w*(?:[^e\W])ed|\w{2,}(?:aron|ieron))(?= |$)/;
/** "Empezó", "perdí", but not "llamaré". */
const preterite = /^(?!(?:aqu|ah|all|as|jos|caf|ren)[íé]$)\p{L}{2,}(?:[óí]|(?<!r)é)$/iu;
const bookingWords =
  /(?:^| )(?:booked|scheduled|appointment|cita|quedamos|agend\w+|reserv\w+|moved (?:it|my|the|this|us|me|to)|cambiaron|a partir|desde ahora)(?= |$)/;

export const dayContextOf = (words: readonly SpokenWord[], today: number, mayBePast: boolean): DayContext => {
  const joined = joinWords(words);
  const isBirth = mayBePast && birthWords.test(joined);
  const saysPast = pastWords.test(joined) || words.some(({ raw }) => preterite.test(raw.normalize("NFC")));
  const isPast = mayBePast && saysPast && !bookingWords.test(joined);
  return { today, isBirth, isPast, isSpanish: spanishWords.test(joined) };
};

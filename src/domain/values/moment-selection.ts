import { refusesNext, refusesPrevious } from "./corrections.ts";
import type { MomentPiece } from "./moment-pieces.ts";
import { joinWords, type SpokenWord } from "./spoken-words.ts";
import type { AskReason } from "./value-reading.ts";

/** What the speaker or others do at a time that is not the one wanted: "I get off at four". */
const ownSchedule =
  /(?:^| )(?:gets? off|got off|gets? out|gets? home|gets? back|works?(?= (?:until|till|from|at|on|nights?|days?))|am working|im working|leaves?|pick up|drop off|finish(?:es)?|starts?|sleep|wake|eat|closes?|opens?|have (?:a|an|my|to|class|work|church|practice|school)|my shift|salgo|sale|salga|trabajo|llego|llega|llegue|llevo|lleva|busco|recojo|entro|entra|termino|termina|termine|tengo (?:que|un|una|1|cita|clase|trabajo|turno|compromiso)|duermo|me levanto|me acuesto|abren?|cierran?|mi turno|estoy ocupad[oa]|i(?: a)?m busy|booked|taken|reservado)(?= |$)/;

export const textBetween = (words: readonly SpokenWord[], from: number, to: number): string =>
  joinWords(words.slice(Math.max(0, from), Math.max(0, to)));

/** The words before a piece in its clause. */
export const wordsBefore = (words: readonly SpokenWord[], clauses: readonly number[], at: number): string => {
  let from = at;
  while (
    from > 0 &&
    at - from < 6 &&
    clauses[from - 1] === clauses[at] &&
    !/^[,.;:!?]$/.test(words[from - 1]?.text ?? "")
  )
    from--;
  return textBetween(words, from, at);
};

/** Whether a clause tells the speaker's own hours. */
export const tellsOwnSchedule = (
  words: readonly SpokenWord[],
  clauses: readonly number[],
  clause: number | undefined,
): boolean => ownSchedule.test(joinWords(words.filter((_, at) => clauses[at] === clause)));

const reason =
  /^(?:[,.;:!?()…—–-] ?)*(?:because|cuz|porque|que(?! (?:sea|fuera|venga|vengan|me llamen?|pasen?|nos))|ya que|pues que)(?= |$)/;
const onlyLinks = /^(?:(?:at|a|las?|on|el|los|en|de|por|para|the|in|for|,)(?: |$))*$/;

/** Times that were given up, limits, reasons and the speaker's own hours are left out. */
export const selectPieces = (
  words: readonly SpokenWord[],
  clauses: readonly number[],
  pieces: readonly MomentPiece[],
  needs: "datetime" | "date",
): { wanted: MomentPiece[]; dropped: MomentPiece[] } | { ask: AskReason } => {
  const clauseText = (clause: number): string => joinWords(words.filter((_, at) => clauses[at] === clause));
  const refused = new Set<MomentPiece>();
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    // "Not Friday at two" refuses both.
    const isWithRefused =
      before !== undefined &&
      refused.has(before) &&
      before.clause === piece.clause &&
      onlyLinks.test(textBetween(words, before.to, piece.from));
    if (isWithRefused || refusesNext(wordsBefore(words, clauses, piece.from))) refused.add(piece);
  }
  const isDropped = (piece: MomentPiece): boolean => {
    const { clause, to } = piece;
    if (refused.has(piece)) return true;
    if (needs === "datetime" && piece.kind !== "offset" && ownSchedule.test(clauseText(clause))) return true;
    const last = pieces.findLast((other) => other.clause === clause && other.to >= to);
    return refusesPrevious(textBetween(words, last?.to ?? to, words.length));
  };
  const kept = pieces.filter((piece) => !isDropped(piece));
  const stated = kept.filter(({ clause }) => !reason.test(clauseText(clause)));
  const wanted = stated.length > 0 ? stated : kept;
  return wanted.length === 0
    ? { ask: "missing" }
    : { wanted, dropped: pieces.filter((piece) => !wanted.includes(piece)) };
};

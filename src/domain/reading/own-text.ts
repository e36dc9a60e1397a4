import { extractReply } from "#domain/mail/reply.ts";
import { cutText } from "#domain/storable-text.ts";

/** The sender's own words, and where they stand in the text as received. */
export type OwnText = {
  text: string;
  /** The span of the received text that a span of `text` stands for. */
  locate: (start: number, end: number) => { start: number; end: number };
};

/** More than a message ever needs to say what is wanted. */
const maxLength = 2000;

/** Characters that no reader sees: tags, zero-width marks, variation selectors. */
const invisible = /[\u200B-\u200D\u2060\uFEFF\u00AD]|[\uFE00-\uFE0F]|\uDB40[\uDC00-\uDDEF]/;
const invisibleRun = new RegExp(`(?:${invisible.source})+`, "g");
/** Comments in markup are hidden from the recipient, so nobody wrote them to be read. */
const hiddenComment = /<!--[\s\S]*?(?:-->|$)/g;

const closingLine =
  /^\s*(?:(?:best|kind|warm|many)? ?regards|best wishes|sincerely|cordially|cheers|thanks|thank you|many thanks|(?:muchas |mil )?gracias|saludos(?: cordiales)?|atentamente|cordialmente|un (?:cordial )?saludo|quedo atent[oa]|respetuosamente)\s*[,.!]?\s*$/i;
const footerLine =
  /^\s*(?:confidential(?:ity)?\b|this (?:e-?mail|message)(?: and any)?.{0,60}\b(?:confidential|intended)|(?:aviso de )?confidencialidad|este (?:correo|mensaje|e-?mail).{0,60}\bconfidencial|to (?:unsubscribe|stop receiving|opt out)\b.{0,80}\b(?:click|reply|visit|text)|(?:reply|text) stop to\b|(?:para|si desea) (?:darse de baja|dejar de recibir|cancelar su suscripci[oó]n)\b.{0,80}(?:clic|haga|pulse|responda|visite)|(?:sent|scanned|checked) by .{0,40}(?:antivirus|avast|mailtrack)|virus-free|libre de virus|please consider the environment|antes de imprimir)/i;

/** A closing formula with a name, a position and numbers below it is a signature. */
const withoutClosing = (text: string): string => {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  const footer = lines.findIndex((line, at) => at > 0 && footerLine.test(line));
  const body = footer < 0 ? lines : lines.slice(0, footer);
  const closing = body.findLastIndex((line) => closingLine.test(line));
  const below = closing < 1 ? [] : body.slice(closing + 1);
  const isSignature = closing > 0 && below.length <= 6 && below.every((line) => line.trim().length <= 60);
  // The closing formula itself stays: it may be all the thanks there are.
  return (isSignature ? body.slice(0, closing + 1) : body).join("\n").trim();
};

const visibleText = (text: string): { text: string; offsets: number[] | undefined } => {
  if (!invisible.test(text) && !text.includes("<!--")) return { text, offsets: undefined };
  const hidden = new Uint8Array(text.length);
  for (const pattern of [invisibleRun, hiddenComment])
    for (const match of text.matchAll(pattern)) hidden.fill(1, match.index, match.index + match[0].length);
  const offsets: number[] = [];
  let visible = "";
  for (let at = 0; at < text.length; at++) {
    if (hidden[at]) continue;
    visible += text[at];
    offsets.push(at);
  }
  return { text: visible, offsets };
};

/** Removes what the sender did not write for this message: hidden characters, quotations, signatures, footers. */
export const findOwnText = (received: string): OwnText => {
  const { text: visible, offsets } = visibleText(received);
  const isOneLine = !visible.includes("\n") && !visible.includes("\r");
  const text = cutText(isOneLine ? visible : withoutClosing(extractReply(visible)), maxLength);
  /** Segments between quotations keep their order, so a later span is found after an earlier one. */
  const locate = (start: number, end: number): { start: number; end: number } => {
    const own = text.slice(start, end);
    const at = isOneLine ? start : visible.replaceAll("\r", "\n").indexOf(own);
    const found = Math.max(at, 0);
    if (!offsets) return { start: found, end: found + own.length };
    return { start: offsets[found] ?? 0, end: (offsets[found + own.length - 1] ?? 0) + 1 };
  };
  return { text, locate };
};

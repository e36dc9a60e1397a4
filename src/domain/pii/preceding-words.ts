import { foldText, isDigit, isLetter } from "./chars.ts";

/** Characters before a number that are searched. */
const maxDistance = 44;

/** Words that make the number after them an identifier of a thing. */
const thingWords: ReadonlySet<string> = new Set(
  (
    "order orden pedido compra invoice factura inv ref reference referencia tracking rastreo guia envio shipment sku " +
    "serial serie ticket boleto case caso folio id po lote batch part pieza item articulo model modelo version build " +
    "product producto isbn ean upc imei vin confirmation confirmacion transaction transaccion codigo code policy poliza " +
    "contract contrato quote cotizacion timestamp epoch population views visitas total amount monto precio price license " +
    "licencia meter medidor contador barcode booking reserva reservation expediente"
  ).split(" "),
);

/** Ambiguous without the word before: `my number` is a phone, `order number` is not. */
const numberWords: ReadonlySet<string> = new Set(["number", "numero"]);
const possessives: ReadonlySet<string> = new Set([
  "my",
  "our",
  "your",
  "her",
  "his",
  "new",
  "mi",
  "su",
  "nuestro",
  "nuevo",
]);

const isWordCode = (code: number): boolean => isDigit(code) || isLetter(code);

/** Whether the words before a number support a detector's claim to it; the nearest word that says anything decides. */
export const hintBefore = (
  value: string,
  start: number,
  isOwnWord: (word: string) => boolean,
): "for" | "against" | "none" => {
  const searchStart = Math.max(0, start - maxDistance);
  let isAfterNumberWord = false;
  let at = start;
  while (at > searchStart) {
    let end = at;
    while (end > searchStart && !isWordCode(value.charCodeAt(end - 1))) end--;
    at = end;
    while (at > searchStart && isWordCode(value.charCodeAt(at - 1))) at--;
    if (at === end || (at === searchStart && at > 0)) break;
    const word = foldText(value.slice(at, end));
    if (isOwnWord(word) || (isAfterNumberWord && possessives.has(word) && isOwnWord("my number")))
      return "for";
    if (thingWords.has(word)) return "against";
    isAfterNumberWord = numberWords.has(word);
  }
  return "none";
};

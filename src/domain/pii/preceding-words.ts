import { foldText, isDigit, isLetter } from "./chars.ts";

/** How far before a number its word is looked for. */
const maxDistance = 44;

/** Words after which a number names a thing, not a person. */
const thingWords: ReadonlySet<string> = new Set(
  (
    "order orden pedido compra invoice factura inv ref reference referencia tracking rastreo guia envio shipment sku " +
    "serial serie ticket boleto case caso folio id po lote batch part pieza item articulo model modelo version build " +
    "product producto isbn ean upc imei vin confirmation confirmacion transaction transaccion codigo code policy poliza " +
    "contract contrato quote cotizacion timestamp epoch population views visitas total amount monto precio price license " +
    "licencia meter medidor contador barcode booking reserva reservation expediente"
  ).split(" "),
);

/** Says whose number it is only with the word before: `my number`, but `order number`. */
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

/** What the words before a number say of it: the nearest one that says anything counts. */
export const hintBefore = (
  value: string,
  start: number,
  speaksFor: (word: string) => boolean,
): "for" | "against" | "none" => {
  const farthest = Math.max(0, start - maxDistance);
  let afterNumber = false;
  let at = start;
  while (at > farthest) {
    let end = at;
    while (end > farthest && !isWordCode(value.charCodeAt(end - 1))) end--;
    at = end;
    while (at > farthest && isWordCode(value.charCodeAt(at - 1))) at--;
    if (at === end || (at === farthest && at > 0)) break;
    const word = foldText(value.slice(at, end));
    if (speaksFor(word) || (afterNumber && possessives.has(word) && speaksFor("my number"))) return "for";
    if (thingWords.has(word)) return "against";
    afterNumber = numberWords.has(word);
  }
  return "none";
};

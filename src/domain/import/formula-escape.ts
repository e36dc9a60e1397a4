/** Spreadsheets read a cell with such a start as a formula. A text that looks escaped is escaped, too. */
const formulaStart = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^-?\d+(?:[.,]\d+)*$/;
const e164 = /^\+[1-9]\d{6,14}$/;
const escaped = /^'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;

/** A cell that no spreadsheet runs. Phone numbers in E.164 and plain numbers stay as they are. */
export const escapeFormula = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) && !e164.test(text) ? `'${text}` : text;

/** Takes back `escapeFormula`, so that what we exported is read as it was. */
export const unescapeFormula = (text: string): string =>
  text.charCodeAt(0) === 39 ? text.replace(escaped, "") : text;

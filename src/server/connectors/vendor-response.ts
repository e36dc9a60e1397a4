import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";
import { type LocalizedText, type VendorFailure, vendorFailure, vendorText } from "./test-result.ts";

/** An answer that could be read. */
export type VendorResponse = { status: number; json: unknown };
export type ReadResponse = { ok: true; response: VendorResponse } | { ok: false; failure: VendorFailure };

type Sentence = (label: string) => LocalizedText;

const failures: Record<EgressFailure, Sentence> = {
  invalid_url: () => ({
    en: "This address cannot be used",
    es: "Esta dirección no se puede usar",
  }),
  invalid_request: () => ({
    en: "The key contains characters that cannot be sent",
    es: "La clave contiene caracteres que no se pueden enviar",
  }),
  blocked: () => ({
    en: "This address is not allowed: only public addresses on usual ports can be reached",
    es: "Esta dirección no está permitida: solo se puede acceder a direcciones públicas en puertos habituales",
  }),
  unresolved: (label) => ({
    en: `The address of ${label} could not be found`,
    es: `No se encontró la dirección de ${label}`,
  }),
  unreachable: (label) => ({
    en: `${label} could not be reached`,
    es: `No se pudo establecer conexión con ${label}`,
  }),
  certificate: (label) => ({
    en: `The certificate of ${label} could not be verified`,
    es: `No se pudo verificar el certificado de ${label}`,
  }),
  timeout: (label) => ({
    en: `${label} did not answer in time`,
    es: `${label} no respondió a tiempo`,
  }),
  too_large: (label) => ({
    en: `${label} answered with more data than expected`,
    es: `${label} respondió con más datos de los esperados`,
  }),
  broken: (label) => ({
    en: `${label} broke off the connection`,
    es: `${label} interrumpió la conexión`,
  }),
};

export const egressFailureText = (label: string, failure: EgressFailure): LocalizedText =>
  failures[failure](label);

const redirected: Sentence = (label) => ({
  en: `${label} answered with a redirect, which is not followed. Check the address`,
  es: `${label} respondió con una redirección, que no se sigue. Revise la dirección`,
});
const webPage = (label: string, status: number): LocalizedText => ({
  en: `${label} answered with a web page instead of data (status ${status})`,
  es: `${label} respondió con una página web en lugar de datos (estado ${status})`,
});
const notJson = (label: string, status: number): LocalizedText => ({
  en: `${label} answered with something that is not JSON (status ${status})`,
  es: `${label} respondió con algo que no es JSON (estado ${status})`,
});

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const looksLikeHtml = (type: string, text: string): boolean =>
  type.includes("html") || /^\s*<(!doctype|html|head|body)/i.test(text);

/** For vendors that answer in plain text; only a web page or a redirect is then out of place. */
export const readTextResponse = (
  label: string,
  answer: EgressResult,
): { ok: true; status: number; text: string } | { ok: false; failure: VendorFailure } => {
  if (!answer.ok) return { ok: false, failure: vendorFailure(egressFailureText(label, answer.failure)) };
  const { status } = answer;
  if (isRedirect(status)) return { ok: false, failure: vendorFailure(redirected(label)) };
  const text = answer.body.toString();
  if (looksLikeHtml(answer.headers["content-type"] ?? "", text))
    return { ok: false, failure: vendorFailure(webPage(label, status)) };
  return { ok: true, status, text };
};

export const readJsonResponse = (label: string, answer: EgressResult): ReadResponse => {
  const read = readTextResponse(label, answer);
  if (!read.ok) return read;
  const { status, text } = read;
  try {
    return { ok: true, response: { status, json: text.trim() === "" ? null : JSON.parse(text) } };
  } catch {
    return { ok: false, failure: vendorFailure(plainWords(label, status, text)) };
  }
};

const tooMany: Sentence = (label) => ({
  en: `${label} says that there were too many requests. Try again in a moment`,
  es: `${label} indica que hubo demasiadas solicitudes. Intente de nuevo en un momento`,
});
/** An error in one short line of plain text is worth more than our own sentence. */
const plainWords = (label: string, status: number, text: string): LocalizedText => {
  if (status === 429) return tooMany(label);
  const line = text.trim();
  return status >= 400 && line.length <= 200 && !/[\n{<]/.test(line)
    ? vendorText(line)
    : notJson(label, status);
};

const keyRefused = (label: string, status: number): LocalizedText => ({
  en: `${label} refused the credentials (status ${status})`,
  es: `${label} rechazó las credenciales (estado ${status})`,
});
const unexpected = (label: string, status: number): LocalizedText => ({
  en: `${label} answered in an unexpected way (status ${status})`,
  es: `${label} respondió de forma inesperada (estado ${status})`,
});

/** The vendor's own words for what went wrong; without any, a sentence of ours. */
export const describeFailure = (label: string, { status, json }: VendorResponse): VendorFailure => {
  const said = findErrorText(json);
  if (said) return vendorFailure(said);
  if (status === 429) return vendorFailure(tooMany(label));
  return vendorFailure(
    status === 401 || status === 403 ? keyRefused(label, status) : unexpected(label, status),
  );
};

/** Where vendors put their words, most telling first. */
const telling = [
  "error_message",
  "message",
  "developer_message",
  "error_description",
  "detail",
  "description",
  "error_info",
  "msg",
  "info",
  "error",
  "errors",
  "meta",
  "title",
  "reason",
  "code",
  "status",
] as const;

/** Looks through the envelopes vendors use: objects, lists of errors, errors within errors. */
export const findErrorText = (json: unknown, depth = 0): string | undefined => {
  if (typeof json === "string") return json.trim() || undefined;
  if (depth > 3 || typeof json !== "object" || json === null) return undefined;
  if (Array.isArray(json)) return findErrorText(json[0], depth + 1);
  const fields = json as Record<string, unknown>;
  // An error that holds its own message says more than the word beside it.
  if (typeof fields.error === "object" && fields.error !== null) {
    const inner = findErrorText(fields.error, depth + 1);
    if (inner) return inner;
  }
  for (const name of telling) {
    const said = Object.hasOwn(fields, name) ? findErrorText(fields[name], depth + 1) : undefined;
    if (said) return said;
  }
  return undefined;
};

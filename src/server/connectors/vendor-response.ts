import type * as z from "zod";
import type { EgressFailure, EgressResult } from "#server/egress/egress.ts";
import { type LocalizedText, type VendorFailure, vendorFailure, vendorText } from "./test-result.ts";

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

export const parseSuccess = <T>(schema: z.ZodType<T>, { status, json }: VendorResponse): T | undefined => {
  if (status >= 300) return undefined;
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : undefined;
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

/** For vendors that respond in plain text: only a web page or a redirect is unexpected. */
export const readTextResponse = (
  label: string,
  result: EgressResult,
): { ok: true; status: number; text: string } | { ok: false; failure: VendorFailure } => {
  if (!result.ok) return { ok: false, failure: vendorFailure(egressFailureText(label, result.failure)) };
  const { status } = result;
  if (isRedirect(status)) return { ok: false, failure: vendorFailure(redirected(label)) };
  const text = result.body.toString();
  if (looksLikeHtml(result.headers["content-type"] ?? "", text))
    return { ok: false, failure: vendorFailure(webPage(label, status)) };
  return { ok: true, status, text };
};

export const readJsonResponse = (label: string, result: EgressResult): ReadResponse => {
  const textResult = readTextResponse(label, result);
  if (!textResult.ok) return textResult;
  const { status, text } = textResult;
  try {
    return { ok: true, response: { status, json: text.trim() === "" ? null : JSON.parse(text) } };
  } catch {
    return { ok: false, failure: vendorFailure(plainErrorText(label, status, text)) };
  }
};

const tooMany: Sentence = (label) => ({
  en: `${label} says that there were too many requests. Try again in a moment`,
  es: `${label} indica que hubo demasiadas solicitudes. Intente de nuevo en un momento`,
});
const maxPlainErrorLength = 200;
/** A vendor's error in one short line of plain text is more helpful than our own sentence. */
const plainErrorText = (label: string, status: number, text: string): LocalizedText => {
  if (status === 429) return tooMany(label);
  const line = text.trim();
  const isPlainError = status >= 400 && line.length <= maxPlainErrorLength && !/[\n{<]/.test(line);
  return isPlainError ? vendorText(line) : notJson(label, status);
};

const keyRefused = (label: string, status: number): LocalizedText => ({
  en: `${label} refused the credentials (status ${status})`,
  es: `${label} rechazó las credenciales (estado ${status})`,
});
const unexpected = (label: string, status: number): LocalizedText => ({
  en: `${label} answered in an unexpected way (status ${status})`,
  es: `${label} respondió de forma inesperada (estado ${status})`,
});

/** The vendor's own error text; without one, a sentence of ours. */
export const describeFailure = (label: string, { status, json }: VendorResponse): VendorFailure => {
  const errorText = findErrorText(json);
  if (errorText) return vendorFailure(errorText);
  if (status === 429) return vendorFailure(tooMany(label));
  return vendorFailure(
    status === 401 || status === 403 ? keyRefused(label, status) : unexpected(label, status),
  );
};

/** Fields in which vendors put error texts, most specific first. */
const errorFields = [
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

const maxErrorDepth = 3;

/** Searches the envelopes vendors use: objects, lists of errors, errors within errors. */
export const findErrorText = (json: unknown, depth = 0): string | undefined => {
  if (typeof json === "string") return json.trim() || undefined;
  if (depth > maxErrorDepth || typeof json !== "object" || json === null) return undefined;
  if (Array.isArray(json)) return findErrorText(json[0], depth + 1);
  const fields = json as Record<string, unknown>;
  // A nested error is more specific than the fields beside it.
  if (typeof fields.error === "object" && fields.error !== null) {
    const inner = findErrorText(fields.error, depth + 1);
    if (inner) return inner;
  }
  for (const name of errorFields) {
    const text = Object.hasOwn(fields, name) ? findErrorText(fields[name], depth + 1) : undefined;
    if (text) return text;
  }
  return undefined;
};

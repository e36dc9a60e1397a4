import type { Language } from "#domain/language.ts";
import type { ValueLabels } from "#domain/texts/value-labels.ts";

/** What can go wrong when an API or a mailbox is read, where no further value is needed to say it. */
export type ReadFault =
  | "invalid_url"
  | "invalid_request"
  | "blocked"
  | "unresolved"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "too_large"
  | "broken"
  | "no_url"
  | "other_server"
  | "no_items"
  | "no_cursor"
  | "slow_expressions"
  | "not_utf8"
  | "web_page"
  | "bad_json"
  | "duplicate_keys"
  | "too_deep"
  | "too_wide"
  | "bad_text"
  | "not_stored"
  | "schedule_never"
  | "no_password"
  | "no_api_key"
  | "no_secret_key"
  | "no_client"
  | "no_token"
  | "mail_blocked"
  | "mail_unresolved"
  | "mail_unreachable"
  | "mail_certificate"
  | "mail_timeout"
  | "mail_no_password"
  | "mail_refused"
  | "mail_no_folder"
  | "mail_broken";

/** Why reading failed; it quotes nothing that was sent or answered. */
export type ReadFailure =
  | { code: ReadFault }
  /** The status that the server answered. */
  | { code: "status"; status: number }
  /** The server that gives access tokens gave none. */
  | { code: "token_refused"; because: { code: ReadFault } | { code: "status"; status: number } };

const faultTexts: ValueLabels<ReadFault> = {
  invalid_url: {
    en: "The endpoint URL is not an address that can be read.",
    es: "La URL del endpoint no es una dirección que se pueda leer.",
  },
  invalid_request: {
    en: "The request could not be made; the key may hold a character that no header can carry.",
    es: "No se pudo hacer la petición; la clave puede tener un carácter que ninguna cabecera admite.",
  },
  blocked: {
    en: "The endpoint URL leads to a private address, which is not allowed.",
    es: "La URL del endpoint lleva a una dirección privada, lo que no está permitido.",
  },
  unresolved: {
    en: "The host name of the endpoint URL is not known.",
    es: "No se conoce el nombre del servidor de la URL del endpoint.",
  },
  unreachable: { en: "The server cannot be reached.", es: "No se puede llegar al servidor." },
  certificate: {
    en: "The server's certificate is not valid.",
    es: "El certificado del servidor no es válido.",
  },
  timeout: { en: "The server took too long to answer.", es: "El servidor tardó demasiado en responder." },
  too_large: {
    en: "The answer is too large; ask for smaller pages.",
    es: "La respuesta es demasiado grande; pida páginas más pequeñas.",
  },
  broken: {
    en: "The connection broke before the answer was complete.",
    es: "La conexión se cortó antes de que la respuesta estuviera completa.",
  },
  no_url: { en: "There is no endpoint URL to read from.", es: "No hay ninguna URL del endpoint que leer." },
  other_server: {
    en: "The next page is on another server, which is not followed.",
    es: "La página siguiente está en otro servidor, al que no se sigue.",
  },
  no_items: {
    en: "The answer has nothing at the item path.",
    es: "La respuesta no tiene nada en la ruta de los elementos.",
  },
  no_cursor: { en: "The cursor's path cannot be read.", es: "No se puede leer la ruta del cursor." },
  slow_expressions: {
    en: "The expressions on the items take too long.",
    es: "Las expresiones sobre los elementos tardan demasiado.",
  },
  not_utf8: { en: "The answer is not text in UTF-8.", es: "La respuesta no es texto en UTF-8." },
  web_page: {
    en: "The answer is a web page instead of JSON; it may be a sign-in page.",
    es: "La respuesta es una página web en lugar de JSON; puede ser una página de inicio de sesión.",
  },
  bad_json: { en: "The answer is not JSON.", es: "La respuesta no es JSON." },
  duplicate_keys: {
    en: "The answer is JSON that says the same key twice.",
    es: "La respuesta es JSON que repite una misma clave.",
  },
  too_deep: {
    en: "The answer is JSON that is nested too deep.",
    es: "La respuesta es JSON con demasiados niveles.",
  },
  too_wide: {
    en: "The answer is JSON with too many keys in one object.",
    es: "La respuesta es JSON con demasiadas claves en un objeto.",
  },
  bad_text: {
    en: "The answer holds text that cannot be kept.",
    es: "La respuesta contiene texto que no se puede guardar.",
  },
  not_stored: { en: "The answer could not be stored.", es: "No se pudo guardar la respuesta." },
  schedule_never: {
    en: "The schedule is a cron expression that never matches.",
    es: "El horario es una expresión cron que nunca se cumple.",
  },
  no_password: { en: "The password is missing.", es: "Falta la contraseña." },
  no_api_key: { en: "The API key is missing.", es: "Falta la clave de API." },
  no_secret_key: { en: "The secret key is missing.", es: "Falta la clave secreta." },
  no_client: {
    en: "The token URL, the client id or the secret key is missing.",
    es: "Falta la URL del token, el id de cliente o la clave secreta.",
  },
  no_token: { en: "The answer holds no token.", es: "La respuesta no contiene ningún token." },
  mail_blocked: {
    en: "The mail server is at a private address, which is not allowed.",
    es: "El servidor de correo está en una dirección privada, lo que no está permitido.",
  },
  mail_unresolved: {
    en: "The host name of the mail server is not known.",
    es: "No se conoce el nombre del servidor de correo.",
  },
  mail_unreachable: {
    en: "The mail server cannot be reached.",
    es: "No se puede llegar al servidor de correo.",
  },
  mail_certificate: {
    en: "The mail server's certificate is not valid, or it offers no encryption.",
    es: "El certificado del servidor de correo no es válido, o no ofrece cifrado.",
  },
  mail_timeout: {
    en: "The mail server took too long to answer.",
    es: "El servidor de correo tardó demasiado en responder.",
  },
  mail_no_password: {
    en: "The mailbox has no password; enter it as the secret key.",
    es: "El buzón no tiene contraseña; ingrésela como clave secreta.",
  },
  mail_refused: {
    en: "The mail server refuses the user name or the password.",
    es: "El servidor de correo rechaza el usuario o la contraseña.",
  },
  mail_no_folder: { en: "The mailbox has no such folder.", es: "El buzón no tiene esa carpeta." },
  mail_broken: {
    en: "The connection to the mail server broke.",
    es: "Se cortó la conexión con el servidor de correo.",
  },
};

type StatusClass = "credentials" | "nothing" | "slow" | "redirect" | "server" | "request";

const statusTexts: Record<StatusClass, Record<Language, (status: number) => string>> = {
  credentials: {
    en: (status) => `The server refuses our credentials (${status}).`,
    es: (status) => `El servidor rechaza nuestras credenciales (${status}).`,
  },
  nothing: {
    en: (status) => `The server has nothing at this address (${status}).`,
    es: (status) => `El servidor no tiene nada en esta dirección (${status}).`,
  },
  slow: {
    en: (status) => `The server asks us to slow down (${status}).`,
    es: (status) => `El servidor pide que vayamos más despacio (${status}).`,
  },
  redirect: {
    en: (status) => `The server redirects elsewhere (${status}), which is not followed.`,
    es: (status) => `El servidor redirige a otro lugar (${status}), al que no se sigue.`,
  },
  server: {
    en: (status) => `The server has a problem of its own (${status}).`,
    es: (status) => `El servidor tiene un problema propio (${status}).`,
  },
  request: {
    en: (status) => `The server does not accept the request (${status}).`,
    es: (status) => `El servidor no acepta la petición (${status}).`,
  },
};

const classOf = (status: number): StatusClass => {
  if (status === 401 || status === 403) return "credentials";
  if (status === 404 || status === 410) return "nothing";
  if (status === 429) return "slow";
  if (status >= 300 && status < 400) return "redirect";
  return status >= 500 ? "server" : "request";
};

const tokenTexts: Record<Language, (because: string) => string> = {
  en: (because) => `No access token was given: ${because}`,
  es: (because) => `No se obtuvo un token de acceso: ${because}`,
};

export const readFailureText = (failure: ReadFailure, language: Language): string => {
  switch (failure.code) {
    case "status":
      return statusTexts[classOf(failure.status)][language](failure.status);
    case "token_refused":
      return tokenTexts[language](readFailureText(failure.because, language));
    default:
      return faultTexts[failure.code][language];
  }
};

/** A text that was stored in English, for a reader of the language; one that is none of these stays as it is. */
export const storedFailureText = (stored: string, language: Language): string => {
  const tokenStart = tokenTexts.en("");
  if (stored.startsWith(tokenStart))
    return tokenTexts[language](storedFailureText(stored.slice(tokenStart.length), language));
  const status = Number(/\((\d{3})\)/.exec(stored)?.[1]);
  const texts = [
    ...Object.values(faultTexts),
    ...Object.values(statusTexts).map(({ en, es }) => ({ en: en(status), es: es(status) })),
  ];
  return texts.find(({ en }) => en === stored)?.[language] ?? stored;
};

import type { Language } from "#domain/language.ts";
import type { ProviderFault, ProviderFaultKind } from "./provider-metadata.ts";

export type CheckText = Record<Language, string>;
type FaultWords = (detail: string, url: string) => CheckText;

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const faults: Record<ProviderFaultKind, FaultWords> = {
  invalid_url: (_detail, url) => ({
    en: `“${url}” is not an address that can be requested.`,
    es: `«${url}» no es una dirección que se pueda consultar.`,
  }),
  invalid_request: (_detail, url) => ({
    en: `The request to ${hostOf(url)} is not valid.`,
    es: `La consulta a ${hostOf(url)} no es válida.`,
  }),
  blocked: (_detail, url) => ({
    en: `${hostOf(url)} is a private address, or has no TLS. Name it in FARO_EGRESS_ALLOW on the server if it is yours.`,
    es: `${hostOf(url)} es una dirección privada o no usa TLS. Si es suya, indíquela en FARO_EGRESS_ALLOW en el servidor.`,
  }),
  unresolved: (_detail, url) => ({
    en: `The name ${hostOf(url)} was not found. Check the spelling.`,
    es: `No se encontró el nombre ${hostOf(url)}. Revise la ortografía.`,
  }),
  unreachable: (_detail, url) => ({
    en: `${hostOf(url)} does not accept connections.`,
    es: `${hostOf(url)} no acepta conexiones.`,
  }),
  certificate: (_detail, url) => ({
    en: `The TLS certificate of ${hostOf(url)} is not valid.`,
    es: `El certificado TLS de ${hostOf(url)} no es válido.`,
  }),
  timeout: (_detail, url) => ({
    en: `${hostOf(url)} did not answer in time.`,
    es: `${hostOf(url)} no respondió a tiempo.`,
  }),
  too_large: (_detail, url) => ({
    en: `The answer of ${hostOf(url)} is too large.`,
    es: `La respuesta de ${hostOf(url)} es demasiado grande.`,
  }),
  broken: (_detail, url) => ({
    en: `The connection to ${hostOf(url)} broke off.`,
    es: `La conexión con ${hostOf(url)} se cortó.`,
  }),
  http_status: (detail, url) => ({
    en: `${url} answered with status ${detail}.`,
    es: `${url} respondió con el estado ${detail}.`,
  }),
  no_json: () => ({
    en: "There is no description of a provider at this address (/.well-known/openid-configuration). Check the issuer URL.",
    es: "En esta dirección no hay una descripción de un proveedor (/.well-known/openid-configuration). Revise la URL del emisor.",
  }),
  issuer_differs: (detail, url) => ({
    en: `The provider calls itself ${detail}, not ${url}. Enter exactly what it calls itself.`,
    es: `El proveedor se llama a sí mismo ${detail}, no ${url}. Ingrese exactamente ese valor.`,
  }),
  endpoint_missing: (detail) => ({
    en: `The provider's description lacks a usable ${detail}.`,
    es: `A la descripción del proveedor le falta un ${detail} utilizable.`,
  }),
  code_flow_missing: () => ({
    en: "The provider does not offer the authorization code flow.",
    es: "El proveedor no ofrece el flujo de código de autorización.",
  }),
  keys_missing: () => ({
    en: "The provider publishes no key for signatures. Choose a signing key (RS256, PS256 or ES256) there.",
    es: "El proveedor no publica ninguna clave de firma. Elija allí una clave de firma (RS256, PS256 o ES256).",
  }),
};

export const faultText = ({ kind, detail }: ProviderFault, url: string): CheckText =>
  faults[kind](detail ?? "–", url);

const inBrackets = (detail: string | null): string => (detail === null ? "" : ` (${detail})`);

export const checkTexts = {
  discovered: { en: "The provider was found.", es: "Se encontró el proveedor." },
  keysFound: (count: number): CheckText => ({
    en: count === 1 ? "One key for signatures." : `${count} keys for signatures.`,
    es: count === 1 ? "Una clave de firma." : `${count} claves de firma.`,
  }),
  clientAccepted: {
    en: "The provider accepts the client ID and the client secret.",
    es: "El proveedor acepta el ID y el secreto del cliente.",
  },
  clientRefused: (detail: string | null): CheckText => ({
    en: `The provider refuses the client ID or the client secret${inBrackets(detail)}.`,
    es: `El proveedor rechaza el ID o el secreto del cliente${inBrackets(detail)}.`,
  }),
  clientUnclear: (detail: string | null): CheckText => ({
    en: `The provider did not say whether it accepts the client${inBrackets(detail)}. Sign in once to be sure.`,
    es: `El proveedor no dijo si acepta el cliente${inBrackets(detail)}. Inicie sesión una vez para confirmarlo.`,
  }),
  tokenEndpointFailed: (detail: string | null): CheckText => ({
    en: `The token endpoint could not be used${inBrackets(detail)}.`,
    es: `No se pudo usar el endpoint de tokens${inBrackets(detail)}.`,
  }),
  redirectAccepted: {
    en: "The provider sends users back to the redirect URI.",
    es: "El proveedor devuelve a los usuarios a la URI de redirección.",
  },
  redirectRefused: (uri: string): CheckText => ({
    en: `The provider refuses the redirect URI, or does not know the client. Enter ${uri} there.`,
    es: `El proveedor rechaza la URI de redirección o no conoce el cliente. Ingrese allí ${uri}.`,
  }),
  redirectUnclear: (uri: string): CheckText => ({
    en: `The provider showed a page, so this cannot be seen from here. Check that ${uri} is entered there.`,
    es: `El proveedor mostró una página, así que no se puede ver desde aquí. Compruebe que allí conste ${uri}.`,
  }),
  scopeRefused: {
    en: "The provider does not know one of the scopes.",
    es: "El proveedor no conoce uno de los ámbitos.",
  },
} as const;

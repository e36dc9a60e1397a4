import type { ValueLabels } from "#domain/texts/value-labels.ts";

/** Why a request to an endpoint, or of a vendor, was refused. */
export type RequestRefusal =
  | "key_missing"
  | "key_wrong"
  | "signature_missing"
  | "signature_wrong"
  | "timestamp_outside"
  | "token_wrong"
  | "token_used"
  | "verify_token_wrong"
  | "not_set_up";

export const requestRefusalTexts: ValueLabels<RequestRefusal> = {
  key_missing: { en: "the key is missing", es: "falta la clave" },
  key_wrong: { en: "the key is wrong", es: "la clave es incorrecta" },
  signature_missing: { en: "the signature is missing", es: "falta la firma" },
  signature_wrong: { en: "the signature is wrong", es: "la firma es incorrecta" },
  timestamp_outside: { en: "it is too old or from the future", es: "es demasiado antigua o del futuro" },
  token_wrong: { en: "the token is wrong", es: "el token es incorrecto" },
  token_used: { en: "the token was used before", es: "el token ya se había usado" },
  verify_token_wrong: { en: "the verify token is wrong", es: "el token de verificación es incorrecto" },
  not_set_up: { en: "the secrets are not set", es: "los secretos no están configurados" },
};

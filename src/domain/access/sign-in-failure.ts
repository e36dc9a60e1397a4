import type { ValueLabels } from "#domain/texts/value-labels.ts";

/** Why a sign-in with the identity provider came to nothing. */
export const signInFailures = [
  "off",
  "throttled",
  "attempt_unknown",
  "cancelled",
  "provider_unreachable",
  "provider_misconfigured",
  "provider_refused",
  "client_refused",
  "code_refused",
  "token_signature",
  "token_issuer",
  "token_audience",
  "token_nonce",
  "token_expired",
  "token_invalid",
  "email_missing",
  "email_unverified",
  "domain_not_allowed",
  "groups_unreadable",
  "no_role",
  "user_inactive",
  "no_account",
  "not_linked",
  "linked_elsewhere",
  "second_factor_missing",
  "code_overdue",
] as const;
export type SignInFailure = (typeof signInFailures)[number];

export const isSignInFailure = (text: unknown): text is SignInFailure =>
  signInFailures.some((one) => one === text);

/** One wording for the sign-in page and the audit log. */
export const signInFailureTexts: ValueLabels<SignInFailure> = {
  off: {
    en: "Single sign-on is switched off.",
    es: "El inicio de sesión único está desactivado.",
  },
  throttled: {
    en: "There were too many attempts. Wait a few minutes and try again.",
    es: "Hubo demasiados intentos. Espere unos minutos e intente de nuevo.",
  },
  attempt_unknown: {
    en: "The sign-in was not begun in this browser, or took too long. Begin again.",
    es: "El inicio de sesión no empezó en este navegador o tardó demasiado. Empiece de nuevo.",
  },
  cancelled: {
    en: "The sign-in was cancelled at the identity provider.",
    es: "El inicio de sesión se canceló en el proveedor de identidad.",
  },
  provider_unreachable: {
    en: "The identity provider cannot be reached. Try again later.",
    es: "No se puede contactar al proveedor de identidad. Intente más tarde.",
  },
  provider_misconfigured: {
    en: "What the identity provider publishes cannot be used. An administrator can test it under Settings › Team.",
    es: "Lo que publica el proveedor de identidad no se puede usar. Un administrador puede probarlo en Ajustes › Equipo.",
  },
  provider_refused: {
    en: "The identity provider refused the sign-in.",
    es: "El proveedor de identidad rechazó el inicio de sesión.",
  },
  client_refused: {
    en: "The identity provider does not accept the client ID or the client secret. An administrator can correct them under Settings › Team.",
    es: "El proveedor de identidad no acepta el ID o el secreto del cliente. Un administrador puede corregirlos en Ajustes › Equipo.",
  },
  code_refused: {
    en: "The code of the identity provider was used before or has expired. Begin again.",
    es: "El código del proveedor de identidad ya se usó o venció. Empiece de nuevo.",
  },
  token_signature: {
    en: "The answer of the identity provider is not signed with one of its keys.",
    es: "La respuesta del proveedor de identidad no está firmada con una de sus claves.",
  },
  token_issuer: {
    en: "The answer came from another identity provider.",
    es: "La respuesta vino de otro proveedor de identidad.",
  },
  token_audience: {
    en: "The answer of the identity provider was meant for another application.",
    es: "La respuesta del proveedor de identidad era para otra aplicación.",
  },
  token_nonce: {
    en: "The answer of the identity provider belongs to another sign-in.",
    es: "La respuesta del proveedor de identidad es de otro inicio de sesión.",
  },
  token_expired: {
    en: "The answer of the identity provider has expired. Check the clocks if this happens again.",
    es: "La respuesta del proveedor de identidad venció. Si se repite, revise los relojes.",
  },
  token_invalid: {
    en: "The answer of the identity provider is not valid.",
    es: "La respuesta del proveedor de identidad no es válida.",
  },
  email_missing: {
    en: "The identity provider did not name an email address.",
    es: "El proveedor de identidad no indicó un correo electrónico.",
  },
  email_unverified: {
    en: "The identity provider has not verified the email address.",
    es: "El proveedor de identidad no ha verificado el correo electrónico.",
  },
  domain_not_allowed: {
    en: "Accounts of this domain or organization may not sign in here.",
    es: "Las cuentas de este dominio u organización no pueden iniciar sesión aquí.",
  },
  groups_unreadable: {
    en: "The account is in too many groups for the identity provider to name them. An administrator there can limit which ones it names.",
    es: "La cuenta está en demasiados grupos y el proveedor de identidad no los nombra. Un administrador de allí puede limitar cuáles nombra.",
  },
  no_role: {
    en: "None of the account's groups has a role here. An administrator can give one.",
    es: "Ninguno de los grupos de la cuenta tiene un rol aquí. Un administrador puede asignarlo.",
  },
  user_inactive: {
    en: "The user is deactivated here.",
    es: "El usuario está desactivado aquí.",
  },
  no_account: {
    en: "There is no user for this account yet. An administrator adds users under Settings › Team.",
    es: "Todavía no hay un usuario para esta cuenta. Un administrador agrega usuarios en Ajustes › Equipo.",
  },
  not_linked: {
    en: "A user with this email address exists, and users are not linked by their address. Sign in with the password, or ask an administrator.",
    es: "Ya existe un usuario con este correo, y los usuarios no se vinculan por su correo. Inicie sesión con la contraseña o consulte a un administrador.",
  },
  linked_elsewhere: {
    en: "The user with this email address is linked to another account of the identity provider. An administrator can unlink it.",
    es: "El usuario con este correo está vinculado a otra cuenta del proveedor de identidad. Un administrador puede desvincularla.",
  },
  second_factor_missing: {
    en: "Administrators need a second factor here, and the identity provider did not confirm one.",
    es: "Los administradores necesitan aquí un segundo factor, y el proveedor de identidad no confirmó ninguno.",
  },
  code_overdue: {
    en: "The code was not entered in time. Begin again.",
    es: "El código no se ingresó a tiempo. Empiece de nuevo.",
  },
};

import { signInFailureTexts } from "#domain/access/sign-in-failure.ts";
import type { Language } from "#domain/language.ts";
import { counted } from "#domain/texts/plural.ts";
import { roleLabels } from "#domain/texts/value-labels.ts";
import type { AuditDetailsOf } from "./audit-details.ts";
import type { AuditWords } from "./audit-words.ts";

type ProviderKind =
  | "signed_in_with_provider"
  | "provider_sign_in_failed"
  | "user_added_by_provider"
  | "user_linked_to_provider"
  | "user_unlinked_from_provider"
  | "role_given_by_provider"
  | "last_admin_kept_role"
  | "provider_ended_sessions"
  | "provider_logout_failed"
  | "password_sign_in_refused";

const nameRole = (
  { role, roleName }: AuditDetailsOf<"user_added_by_provider" | "role_given_by_provider">,
  language: Language,
): string => roleName ?? roleLabels[role][language];

/** The wording of what happens with the identity provider. */
export const providerAuditWords: Record<Language, Pick<AuditWords, ProviderKind>> = {
  en: {
    signed_in_with_provider: ({ email, name }) => `${email} signed in with ${name}`,
    provider_sign_in_failed: ({ email, name, reason }) =>
      `Sign-in with ${name} failed${email === null ? "" : ` for ${email}`}: ${signInFailureTexts[reason].en}`,
    user_added_by_provider: (details) =>
      `Added ${details.email} to the team as ${nameRole(details, "en")} at their first sign-in with ${details.name}`,
    user_linked_to_provider: ({ email, name }) => `Linked ${email} to their account of ${name}`,
    user_unlinked_from_provider: ({ email }) => `Unlinked ${email} from the identity provider`,
    role_given_by_provider: (details) =>
      `Gave ${details.email} the role ${nameRole(details, "en")}, as their groups of ${details.name} say`,
    last_admin_kept_role: ({ email, name }) =>
      `${email} stays administrator although their groups of ${name} give another role: nobody else is one with a password`,
    provider_ended_sessions: ({ email, name, count: number }) =>
      `${name} ended ${counted("en", number, "session", "sessions")} of ${email}`,
    provider_logout_failed: ({ name, reason }) =>
      `Refused to end sessions for ${name}: ${signInFailureTexts[reason].en}`,
    password_sign_in_refused: ({ email }) =>
      `Refused the password of ${email}, because only single sign-on is allowed`,
  },
  es: {
    signed_in_with_provider: ({ email, name }) => `${email} inició sesión con ${name}`,
    provider_sign_in_failed: ({ email, name, reason }) =>
      `Falló el inicio de sesión con ${name}${email === null ? "" : ` de ${email}`}: ${signInFailureTexts[reason].es}`,
    user_added_by_provider: (details) =>
      `Añadió a ${details.email} al equipo con el rol ${nameRole(details, "es")} en su primer inicio de sesión con ${details.name}`,
    user_linked_to_provider: ({ email, name }) => `Vinculó a ${email} con su cuenta de ${name}`,
    user_unlinked_from_provider: ({ email }) => `Desvinculó a ${email} del proveedor de identidad`,
    role_given_by_provider: (details) =>
      `Dio a ${details.email} el rol ${nameRole(details, "es")}, según sus grupos de ${details.name}`,
    last_admin_kept_role: ({ email, name }) =>
      `${email} sigue como administrador aunque sus grupos de ${name} dan otro rol: nadie más lo es con contraseña`,
    provider_ended_sessions: ({ email, name, count: number }) =>
      `${name} terminó ${counted("es", number, "sesión", "sesiones")} de ${email}`,
    provider_logout_failed: ({ name, reason }) =>
      `No terminó sesiones a petición de ${name}: ${signInFailureTexts[reason].es}`,
    password_sign_in_refused: ({ email }) =>
      `Rechazó la contraseña de ${email}, porque solo se permite el inicio de sesión único`,
  },
};

import type { Language } from "#domain/language.ts";
import {
  minAdminPasswordLength,
  minPasswordLength,
  type PasswordFault,
  type PasswordOwner,
} from "#domain/password-policy.ts";
import { checkPassword } from "#server/auth/check-password.ts";
import { HashQueueFull, hashPassword } from "#server/auth/passwords.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";

const texts: Record<PasswordFault, Record<Language, string>> = {
  too_short: {
    en: issuePhrases.en.longer(String(minPasswordLength)),
    es: issuePhrases.es.longer(String(minPasswordLength)),
  },
  too_short_for_admin: {
    en: `Administrators need a password of at least ${minAdminPasswordLength} characters`,
    es: `Los administradores necesitan una contraseña de al menos ${minAdminPasswordLength} caracteres`,
  },
  common: {
    en: "This password is one of the most common ones. Choose another",
    es: "Esta contraseña es una de las más comunes. Elija otra",
  },
  contains_email: {
    en: "The password must not contain parts of the email address",
    es: "La contraseña no debe contener partes del correo electrónico",
  },
};

export const passwordProblem = (fault: PasswordFault, path: string, language: Language): Problem =>
  new Problem("invalid", { issues: [{ path, message: texts[fault][language] }] });

/** Rejects a password that the policy refuses, with a message at its field. */
export const requireGoodPassword = async (
  password: string,
  user: PasswordOwner,
  path: string,
  language: Language,
): Promise<void> => {
  const fault = await checkPassword(password, user);
  if (fault) throw passwordProblem(fault, path, language);
};

/** A full queue of hashes is a reason to retry, not an error. */
export const rejectWhenBusy = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof HashQueueFull ? new Problem("throttled", { retryAfterSeconds: 3 }) : error;
  });

export const hashOrReject = (password: string): Promise<string> => rejectWhenBusy(hashPassword(password));

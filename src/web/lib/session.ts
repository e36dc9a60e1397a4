import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { account, auth, type CurrentUser } from "#contract/auth.ts";
import type { Language } from "#domain/language.ts";
import { mayActAs, type Role } from "#domain/role.ts";
import { ApiError, callApi, query } from "./api.ts";
import { setLanguage } from "./i18n.ts";

/** Changes the language here at once, and for the signed-in person's other devices as soon as may be. */
export const chooseLanguage = (language: Language): void => {
  void setLanguage(language);
  callApi(account.update, { body: { language } }).catch(() => {});
};

/** Loading, then the signed-in person, or undefined when no one is. */
export const useSession = (): { loading: boolean; user: CurrentUser | undefined } => {
  const { data, isPending, error } = useQuery(query(auth.user));
  // A line that breaks later does not sign anyone out; the server's refusal does.
  const refused = error instanceof ApiError && error.status === 401;
  return { loading: isPending, user: refused ? undefined : data };
};

/** Only under the shell, which is drawn for a signed-in person. */
export const useUser = (): CurrentUser => useSuspenseQuery(query(auth.user)).data;

export const useMay = (needed: Role): boolean => mayActAs(useUser().role, needed);

export const displayName = (person: { firstName: string | null; lastName: string | null; email: string }) =>
  [person.firstName, person.lastName].filter(Boolean).join(" ") || person.email;

export const signOut = async (): Promise<void> => {
  try {
    await callApi(auth.logout);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the page reloads all the same, so the log is the only place left
    console.error(error);
  }
  location.reload();
};

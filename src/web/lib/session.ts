import { type QueryClient, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/auth.ts";
import { type Area, type AreaLevel, hasLevel } from "#domain/access/areas.ts";
import { isPartial } from "#domain/access/record-scope.ts";
import type { Language } from "#domain/language.ts";
import { ApiError, apiQuery, callApi } from "./api.ts";
import { firstRoutes } from "./first-routes.ts";
import { setLanguage } from "./i18n.ts";
import { stopQueries } from "./query-client.ts";

/** Changes the language on this device at once and saves it in the account for other devices. */
export const chooseLanguage = (language: Language): void => {
  void setLanguage(language);
  callApi(firstRoutes.updateAccount, { body: { language } }).catch(() => {});
};

/** The signed-in user; undefined while loading or when signed out. */
export const useSession = (): { loading: boolean; user: CurrentUser | undefined } => {
  const { data, isPending, error } = useQuery(apiQuery(firstRoutes.user));
  // Only a 401 signs the user out; after a network error the user stays signed in.
  const isSignedOut = error instanceof ApiError && error.status === 401;
  return { loading: isPending, user: isSignedOut ? undefined : data };
};

/** For components under the shell, which renders only for a signed-in user. */
export const useUser = (): CurrentUser => useSuspenseQuery(apiQuery(firstRoutes.user)).data;

/** For code outside of components. */
export const findSignedInUser = (client: QueryClient): CurrentUser | undefined =>
  client.getQueryData(apiQuery(firstRoutes.user).queryKey);

/** Whether the user has the level in the area; the server decides each call itself. */
export const useMay = (area: Area, level: AreaLevel): boolean => hasLevel(useUser().permissions, area, level);

/** Whether the user has the people and conversations of everybody; calls about many people are open only then. */
export const useHasAllRecords = (): boolean => !isPartial(useUser().scopes);

/** Whether the user may change what counts for everybody's records, such as segments and fields. */
export const useMayForAll = (area: Area, level: AreaLevel): boolean => {
  const hasAll = useHasAllRecords();
  return useMay(area, level) && hasAll;
};

export const displayName = (person: { firstName: string | null; lastName: string | null; email: string }) =>
  [person.firstName, person.lastName].filter(Boolean).join(" ") || person.email;

export const signOut = async (): Promise<void> => {
  try {
    await stopQueries();
    const { url } = await callApi(firstRoutes.logout);
    // The identity provider ends its own session, too, and sends the browser back.
    if (url !== null) return location.assign(url);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the page reloads anyway, so only the console can show the error
    console.error(error);
  }
  location.reload();
};

import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { Topic } from "#domain/topic.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { topics?: readonly Topic[] };
  }
}

export const userKey = ["", "api", "auth", "user"];

const isUserKey = (key: readonly unknown[]) => key.join("/") === userKey.join("/");
const isUnauthenticated = (error: Error) => "status" in error && error.status === 401;
const isSecondFactorRequired = (error: Error) => error.message.includes('"second_factor_required"');

/** Data stays fresh until a live update or a mutation reports that its topic changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Requests ignore the browser's offline state: the server may be on this machine, and a save that fails must
    // report it instead of waiting.
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
  queryCache: new QueryCache({
    onError: (error, failed) => {
      // The session ended, or the workspace now demands a second factor. Refetching the user shows the right screen.
      const hasNoAccess = isUnauthenticated(error) || isSecondFactorRequired(error);
      if (hasNoAccess && !isUserKey(failed.queryKey)) {
        void queryClient.invalidateQueries({ queryKey: userKey });
      }
    },
  }),
});

/**
 * Ends the requests in flight and forgets what was asked, so that nothing is asked again, also by what is still being
 * loaded: the session is about to end.
 */
export const stopQueries = async (): Promise<void> => {
  const { queries = {} } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, enabled: false } });
  await queryClient.cancelQueries();
  queryClient.clear();
};

export const invalidateTopics = (client: QueryClient, topics: readonly Topic[]): Promise<void> =>
  topics.length === 0
    ? Promise.resolve()
    : client.invalidateQueries({
        predicate: (read) => read.meta?.topics?.some((topic) => topics.includes(topic)) ?? false,
      });

import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#contract/deliveries.ts";
import { callApi } from "#web/lib/api.ts";

const refreshMs = 60_000;

/** The gate's decision per channel, refetched with every change of the person or their messages, and each minute. */
export const useReplyChecks = (personId: string, template: string | undefined) =>
  useQuery({
    queryKey: [...deliveriesApi.check.path.split("/"), personId, "service", template ?? ""],
    queryFn: () =>
      callApi(deliveriesApi.check, {
        params: { id: personId },
        body: { purpose: "service", ...(template ? { template } : {}) },
      }),
    meta: { topics: deliveriesApi.check.topics },
    staleTime: 0,
    refetchInterval: refreshMs,
    // The previous decision stays while another template is checked.
    placeholderData: (checks, previous) => (previous?.queryKey.at(-3) === personId ? checks : undefined),
  });

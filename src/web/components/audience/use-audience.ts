import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { audiencesApi } from "#contract/audiences.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import type { AudienceFields } from "./audience-sentence.ts";

/** The fields that a filter may name, by their id. */
export const useAudienceFields = (enabled = true) => {
  const { data, error, refetch } = useQuery({ ...apiQuery(audiencesApi.fields), enabled });
  const fields = useMemo<AudienceFields | undefined>(
    () => data && new Map(data.fields.map((field) => [field.id, field])),
    [data],
  );
  return { fields, error, refetch };
};

/** The number of people that a filter matches; the last one stays while another is counted. */
export const useAudienceCount = (audience: Audience, enabled = true) =>
  useQuery({
    queryKey: ["", "api", "audiences", "count", audience],
    queryFn: () => callApi(audiencesApi.count, { body: { audience } }),
    placeholderData: keepPreviousData,
    enabled,
    meta: { topics: audiencesApi.count.topics },
  });

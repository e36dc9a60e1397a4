import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endpoints } from "#contract/endpoints.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { callApi } from "#web/lib/api.ts";

/** What a mapping is tried on. */
export type Sample = { by: "newest" } | { by: "event"; id: string } | { by: "preset"; id: string };

const pause = 350;

const useSettled = <T>(value: T, mark: string): T => {
  const [settled, setSettled] = useState({ value, mark });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value, mark }), pause);
    return () => clearTimeout(timer);
  }, [value, mark]);
  return settled.value;
};

const bodyOf = (template: MappingTemplate | null, sample: Sample) => {
  if (sample.by === "event") return { template, eventId: sample.id };
  if (sample.by === "preset")
    return { template, payload: mappingPresets.find(({ id }) => id === sample.id)?.sample };
  return { template };
};

type PreviewProps = {
  endpointId: string;
  template: MappingTemplate | null;
  sample: Sample;
  /** Asked anew when this changes and there was nothing to try on so far. */
  lastEventAt: string | null;
  enabled: boolean;
};

/** What the mapping makes of the sample, a moment after the last key. */
export const usePreview = ({ endpointId, template, sample, lastEventAt, enabled }: PreviewProps) => {
  const settled = useSettled(template, JSON.stringify(template));
  // The newest stays the same one while it is worked with, whatever arrives meanwhile.
  const [held, setHeld] = useState<{ for: Sample; id: string }>();
  const tried: Sample = held?.for === sample ? { by: "event", id: held.id } : sample;
  const preview = useQuery({
    queryKey: ["mapping preview", endpointId, settled, tried, tried.by === "newest" && lastEventAt],
    queryFn: () => callApi(endpoints.mapping, { params: { id: endpointId }, body: bodyOf(settled, tried) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled,
  });
  const newest = tried.by === "newest" && !preview.isPlaceholderData ? preview.data?.eventId : undefined;
  useEffect(() => {
    if (newest) setHeld({ for: sample, id: newest });
  }, [newest, sample]);
  return preview;
};
export type Preview = ReturnType<typeof usePreview>["data"];

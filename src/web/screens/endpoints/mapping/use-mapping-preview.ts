import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endpoints } from "#contract/endpoints.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { call } from "#web/lib/api.ts";

/** What a mapping is tried on. */
export type MappingSample = { by: "newest" } | { by: "event"; id: string } | { by: "preset"; id: string };

const debounceMs = 350;

const useDebounced = <T>(value: T, fingerprint: string): T => {
  const [debounced, setDebounced] = useState({ value, fingerprint });
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ value, fingerprint }), debounceMs);
    return () => clearTimeout(timer);
  }, [value, fingerprint]);
  return debounced.value;
};

const previewRequest = (template: MappingTemplate | null, sample: MappingSample) => {
  if (sample.by === "event") return { template, eventId: sample.id };
  if (sample.by === "preset")
    return { template, payload: mappingPresets.find(({ id }) => id === sample.id)?.sample };
  return { template };
};

type MappingPreviewOptions = {
  endpointId: string;
  template: MappingTemplate | null;
  sample: MappingSample;
  /** Asked anew when this changes and there was nothing to try on so far. */
  lastEventAt: string | null;
  enabled: boolean;
};

/** What the mapping makes of the sample, a moment after the last key. */
export const useMappingPreview = ({
  endpointId,
  template,
  sample,
  lastEventAt,
  enabled,
}: MappingPreviewOptions) => {
  const debouncedTemplate = useDebounced(template, JSON.stringify(template));
  // The newest stays the same one while it is worked with, whatever arrives meanwhile.
  const [pinned, setPinned] = useState<{ for: MappingSample; id: string }>();
  const triedSample: MappingSample = pinned?.for === sample ? { by: "event", id: pinned.id } : sample;
  const preview = useQuery({
    queryKey: [
      "mapping preview",
      endpointId,
      debouncedTemplate,
      triedSample,
      triedSample.by === "newest" && lastEventAt,
    ],
    queryFn: () =>
      call(endpoints.mapping, {
        params: { id: endpointId },
        body: previewRequest(debouncedTemplate, triedSample),
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled,
  });
  const newestId =
    triedSample.by === "newest" && !preview.isPlaceholderData ? preview.data?.eventId : undefined;
  useEffect(() => {
    if (newestId) setPinned({ for: sample, id: newestId });
  }, [newestId, sample]);
  return preview;
};
export type MappingPreview = ReturnType<typeof useMappingPreview>["data"];

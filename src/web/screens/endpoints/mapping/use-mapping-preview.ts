import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endpointsApi } from "#contract/endpoints.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { callApi } from "#web/lib/api.ts";

/** The payload a mapping is tested with. */
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
  /** Refetches the preview when a first event arrives. */
  lastEventAt: string | null;
  enabled: boolean;
};

export const useMappingPreview = ({
  endpointId,
  template,
  sample,
  lastEventAt,
  enabled,
}: MappingPreviewOptions) => {
  const debouncedTemplate = useDebounced(template, JSON.stringify(template));
  // The newest event is pinned, so that arriving events do not replace the sample.
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
      callApi(endpointsApi.mapping, {
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

/** The preview of one item; of the payload where it is no list. */
export const previewItem = (preview: MappingPreview, index: number): MappingPreview => {
  const item = preview?.items[Math.min(index, preview.items.length - 1)];
  return preview && item ? { ...preview, ...item } : preview;
};

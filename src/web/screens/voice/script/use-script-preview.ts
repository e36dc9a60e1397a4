import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { scriptsApi } from "#contract/scripts.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { callApi } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";

type PreviewedScript = Pick<ScriptInput, "language" | "content" | "goals" | "facts">;

/** The draft as it would be spoken to a person, or with sample values. */
export const useScriptPreview = (
  { language, content, goals, facts }: PreviewedScript,
  personId: string | undefined,
) => {
  const mayPreview = useMay("voice", "work");
  const request = { script: { language, content, goals, facts }, ...(personId ? { personId } : {}) };
  // Serialised, so that equal requests are the same value.
  const debouncedRequest = useDebounced(JSON.stringify(request));
  return useQuery({
    queryKey: [...scriptsApi.preview.path.split("/"), debouncedRequest],
    queryFn: () => callApi(scriptsApi.preview, { body: JSON.parse(debouncedRequest) as typeof request }),
    enabled: mayPreview,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

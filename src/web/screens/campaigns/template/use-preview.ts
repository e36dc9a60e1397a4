import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type TemplateInput, templatesApi } from "#contract/templates.ts";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { callApi } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import type { TemplateDraft } from "./use-template-draft.ts";

export type PreviewScheme = "light" | "dark";

/** The message as the server makes it of the draft, for a person or with samples. */
export const usePreview = (
  { channel, language }: Pick<TemplateInput, "channel" | "language">,
  { subject, body, design }: TemplateDraft,
  person: SelectedPerson | undefined,
  scheme: PreviewScheme,
) => {
  const mayPreview = useMay("rules", "work");
  const request = {
    ...{ channel, language, design, scheme },
    body: design ? "" : body,
    subject: channel === "email" ? textOrNull(subject) : null,
    ...(person ? { personId: person.id } : {}),
  };
  // Serialised, so that equal requests are the same value.
  const debouncedRequest = useDebounced(JSON.stringify(request));
  return useQuery({
    queryKey: [...templatesApi.preview.path.split("/"), debouncedRequest],
    queryFn: () => callApi(templatesApi.preview, { body: JSON.parse(debouncedRequest) as typeof request }),
    enabled: mayPreview && (design !== null || body.trim() !== ""),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

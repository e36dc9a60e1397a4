import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { audiencesApi } from "#contract/audiences.ts";
import type { Audience } from "#domain/audience/audience.ts";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { audienceSentence } from "./audience-sentence.ts";
import { seenValue } from "./seen-value.ts";
import { useAudienceFields } from "./use-audience.ts";

/** A row under an odd number of `not` is met where its opposite is. */
const isTurned = (path: string): boolean => path.split(".").filter((part) => part === "not").length % 2 === 1;

type WhyExplanationProps = { audience: Audience; person: SelectedPerson };

/** Each row of an audience with a tick or a cross, and the value that was seen. */
export const WhyExplanation = ({ audience, person }: WhyExplanationProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const { fields } = useAudienceFields();
  const { data, error, refetch } = useQuery({
    queryKey: ["", "api", "audiences", "why", person.id, audience],
    queryFn: () => callApi(audiencesApi.why, { params: { id: person.id }, body: { audience } }),
    meta: { topics: audiencesApi.why.topics },
  });
  if (error && !data)
    return (
      <ErrorCard
        title={t("audience.why.failed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data || !fields)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    );
  return (
    <>
      <p role="status" className={cn("font-[600] text-sm", data.matches ? "text-ok" : "text-bad")}>
        {data.isReadable
          ? t(data.matches ? "audience.why.matches" : "audience.why.not", { name: person.name })
          : t("audience.why.unreadable")}
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {data.rows.map(({ row, path, isMet, seen }) => {
          const turned = isTurned(path);
          const holds = isMet !== turned;
          const Mark = holds ? Check : X;
          return (
            <li key={path} className="flex gap-2.5 px-3 py-2">
              <span
                className={cn(
                  "mt-0.5 grid size-5 shrink-0 place-items-center rounded-full",
                  holds ? "bg-ok-tint text-ok" : "bg-bad-tint text-bad",
                )}
              >
                <Mark aria-hidden="true" strokeWidth={2.5} className="size-3.5" />
                <span className="sr-only">{t(holds ? "audience.why.met" : "audience.why.unmet")}</span>
              </span>
              <div className="min-w-0">
                <p className="wrap-anywhere text-sm">
                  {audienceSentence(turned ? { not: row } : row, fields, wording)}
                </p>
                <p className="wrap-anywhere text-faint text-xs">
                  {t("audience.why.seen", { value: seenValue(fields.get(row.field), seen, wording) })}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
};

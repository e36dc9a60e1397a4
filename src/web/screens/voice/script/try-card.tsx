import { useTranslation } from "react-i18next";
import type { ScriptPreview } from "#contract/scripts.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Lines that the agent says. */
const SpokenLines = ({ texts }: { texts: readonly string[] }) =>
  texts.filter(Boolean).map((text, index) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice
      key={index}
      className="w-fit max-w-full whitespace-pre-line wrap-anywhere rounded-[10px] rounded-tl-sm bg-hover px-3 py-2 text-sm"
    >
      {text}
    </p>
  ));

const PreviewGoal = ({ number, goal }: { number: number; goal: ScriptPreview["goals"][number] }) => (
  <li className="grid gap-1.5">
    <p className="flex items-center gap-2 font-[560] text-sm">
      <span className="grid size-5 shrink-0 place-items-center rounded-full border border-edge text-[11px] text-soft tabular-nums">
        {number}
      </span>
      <span className="min-w-0 break-words">{goal.title}</span>
    </p>
    <SpokenLines texts={[goal.say, ...goal.questions]} />
  </li>
);

type TryCardProps = {
  language: string;
  preview: { data: ScriptPreview | undefined; error: unknown; isOutdated: boolean; refetch: () => void };
  person: SelectedPerson | undefined;
  onPerson: (person: SelectedPerson | undefined) => void;
};

/** The call as a person would hear it. Nothing is sent. */
export const TryCard = ({ language, preview, person, onPerson }: TryCardProps) => {
  const { t } = useTranslation();
  const { data, error, isOutdated, refetch } = preview;
  return (
    <Card title={t("scriptEditor.try.title")} caption={t("scriptEditor.try.caption")}>
      <div className="grid grid-cols-1 gap-3">
        <PersonPicker
          label={t("scriptEditor.try.person")}
          chosenText={(name) => t("scriptEditor.try.as", { name })}
          value={person}
          onChange={onPerson}
        />
        {!person && <p className="text-faint text-xs">{t("scriptEditor.try.samples")}</p>}
        {data ? (
          <div
            lang={language}
            aria-live="polite"
            aria-busy={isOutdated}
            className={cn("grid gap-3", isOutdated && "opacity-60")}
          >
            <div className="grid gap-1.5">
              <SpokenLines texts={[data.opening, ...data.steps]} />
            </div>
            {data.goals.length > 0 && (
              <ol className="grid gap-3">
                {data.goals.map((goal, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: goals have no identity but their place
                  <PreviewGoal key={index} number={index + 1} goal={goal} />
                ))}
              </ol>
            )}
            {data.questions.length > 0 && (
              <div className="grid gap-1.5">
                <p className="text-faint text-xs">{t("scriptEditor.try.otherQuestions")}</p>
                <SpokenLines texts={data.questions} />
              </div>
            )}
          </div>
        ) : error ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />
        ) : (
          <div aria-busy="true" className="grid gap-2">
            <Skeleton className="h-16" />
            <Skeleton className="h-10 w-3/4" />
          </div>
        )}
        {data && data.missing.length > 0 && (
          <p role="status" className="wrap-anywhere text-warn text-xs">
            {t("scriptEditor.try.missing", { names: data.missing.join(", ") })}
          </p>
        )}
      </div>
    </Card>
  );
};

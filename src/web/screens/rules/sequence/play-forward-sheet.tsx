import { useQuery } from "@tanstack/react-query";
import { Clock3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { peopleApi } from "#contract/people.ts";
import { rulesApi, type SequenceForecast } from "#contract/rules.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { capitalize } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { isLabelStep, type LabelStep } from "#web/components/sequence/label-fields.tsx";
import type { SequenceDraft } from "#web/components/sequence/sequence-draft.ts";
import { StepIcon } from "#web/components/sequence/step-icon.tsx";
import { stepTitle } from "#web/components/sequence/step-text.ts";
import { numberSteps, type SequenceRow, toTree } from "#web/components/sequence/step-tree.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { fromWallClock, toWallClock } from "#web/lib/zoned-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Entry = SequenceForecast["entries"][number];

const badgeTones = { send: "ok", do: "quiet", answer: "sea", left_out: "bad", end: "quiet" } as const;

type EntryRowProps = { entry: Entry; step: SequenceRow | undefined; number: string };

const Waits = ({ waits }: Pick<Entry, "waits">) => {
  const { t } = useTranslation();
  const format = useFormat();
  return waits.map(({ from, until, reasons }) => (
    <div key={from} className="grid gap-1 border-warn border-l-2 pl-2.5">
      <p className="flex items-center gap-1.5 text-sm text-warn tabular-nums">
        <Clock3 aria-hidden="true" className="size-3.5 shrink-0" />
        {until
          ? t("people.messages.waitsUntil", { at: format.dateTime(until) })
          : t("sequence.forward.waitsForChange")}
      </p>
      <ReasonList reasons={reasons} />
    </div>
  ));
};

const EntryRow = ({ entry, step, number }: EntryRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const context = useRuleTextContext();
  const { kind, at, answer, text, waits, reasons } = entry;
  const title = step
    ? `${number} ${capitalize(stepTitle(step, context), context.locale)}`
    : t("sequence.forward.ends");
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-line border-t py-3 first:border-t-0">
      <span className="pt-0.5 text-soft [&_svg]:size-4">{step && <StepIcon type={step.type} />}</span>
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <p className="min-w-0 break-words font-[560] text-sm">{title}</p>
          <span className="flex items-center gap-2">
            {step && (
              <Badge tone={badgeTones[kind]}>
                {t(answer ? `sequence.branch.${answer}` : `sequence.forward.kind.${kind}`)}
              </Badge>
            )}
            <time dateTime={at} className="text-sm tabular-nums">
              {format.dateTime(at)}
            </time>
          </span>
        </div>
        {text && <p className="line-clamp-3 break-words text-sm text-soft">{text}</p>}
        <Waits waits={waits} />
        {kind !== "send" && reasons.length > 0 && <ReasonList reasons={reasons} />}
      </div>
    </li>
  );
};

type ForecastProps = {
  draft: SequenceDraft;
  ruleId: string | undefined;
  personId: string;
  answersAt: string | undefined;
  labels: Readonly<Record<string, string>>;
};

const Forecast = ({ draft, ruleId, personId, answersAt, labels }: ForecastProps) => {
  const { t } = useTranslation();
  const { actions, options } = draft;
  const body = {
    ...{ actions, options, personId },
    ...(ruleId === undefined ? {} : { ruleId }),
    ...(answersAt === undefined ? {} : { answersAt }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ["sequence-forecast", body],
    queryFn: () => callApi(rulesApi.forecast, { body }),
    gcTime: 0,
  });
  if (error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  const numbers = numberSteps(toTree(actions));
  return (
    <ol aria-label={t("sequence.forward.title")} className="grid">
      {data.entries.map((entry, index) => (
        <EntryRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew for each forecast
          key={index}
          entry={entry}
          step={actions.find(({ id }) => id === entry.stepId)}
          number={numbers.get(entry.stepId ?? "") ?? ""}
        />
      ))}
    </ol>
  );
};

const sampleSize = 5;

/** The draft for some people of a segment, one after the other. */
const SampleForecast = ({
  segmentId,
  ...forecast
}: Omit<ForecastProps, "personId"> & { segmentId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    apiQuery(peopleApi.list, { query: { view: segmentId, limit: sampleSize } }),
  );
  if (error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-14" />;
  if (data.people.length === 0) return <Hint>{t("sequence.forward.emptySegment")}</Hint>;
  return data.people.map((person) => {
    const name = personName(person, t("people.unnamed"));
    return (
      <section
        key={person.id}
        aria-label={name}
        className="grid gap-1 border-line border-t pt-3 first:border-t-0"
      >
        <h3 className="font-[620] text-sm">{name}</h3>
        <Forecast {...forecast} personId={person.id} />
      </section>
    );
  });
};

type LabelChoiceProps = {
  step: LabelStep;
  number: string;
  value: string;
  onChange: (label: string) => void;
};

/** What the AI is supposed to choose, because a forecast does not ask it. */
const LabelChoice = ({ step, number, value, onChange }: LabelChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Field label={t("sequence.forward.label", { step: t("sequence.stepNumber", { number }) })}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t("sequence.forward.noLabel")}</option>
        {step.ai.labels.map((label) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
};

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card border border-line border-dashed px-4 py-5 text-faint text-sm">{children}</p>
);

type PlayForwardSheetProps = { draft: SequenceDraft; ruleId: string | undefined; onClose: () => void };

/** What the draft would do for a person, step by step, with what the gate would say. */
export const PlayForwardSheet = ({ draft, ruleId, onClose }: PlayForwardSheetProps) => {
  const { t } = useTranslation();
  const zone = useZone();
  const [person, setPerson] = useState<SelectedPerson>();
  const [segmentId, setSegmentId] = useState("");
  const { data: views } = useQuery(apiQuery(viewsApi.list));
  const segments = views?.views.filter(({ kind, isReadable }) => kind === "segment" && isReadable) ?? [];
  const isChosen = person !== undefined || segmentId !== "";
  const [wallClock, setWallClock] = useState("");
  const answersAt = fromWallClock(useDebounced(wallClock), zone);
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const numbers = numberSteps(toTree(draft.actions));
  const supposed = Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== ""));
  const forecast = { draft, ruleId, answersAt, labels: supposed };
  return (
    <SideSheet title={t("sequence.forward.title")} caption={t("sequence.forward.text")} onClose={onClose}>
      <div className="grid gap-4">
        <div className={cn("grid gap-3", isChosen && "border-line border-b pb-4")}>
          <PersonPicker label={t("sequence.forward.person")} value={person} onChange={setPerson} />
          {!person && segments.length > 0 && (
            <Field label={t("sequence.forward.sample", { count: sampleSize })}>
              <Select value={segmentId} onChange={({ target }) => setSegmentId(target.value)}>
                <option value="">{t("sequence.forward.noSample")}</option>
                {segments.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {isChosen && (
            <Field label={t("sequence.forward.answers")} hint={t("inbox.time.hint", { zone })}>
              <Input
                type="datetime-local"
                value={wallClock}
                min={toWallClock(new Date().toISOString(), zone)}
                onChange={(event) => setWallClock(event.target.value)}
              />
            </Field>
          )}
          {isChosen &&
            draft.actions
              .filter(isLabelStep)
              .map((step) => (
                <LabelChoice
                  key={step.id}
                  step={step}
                  number={numbers.get(step.id) ?? ""}
                  value={labels[step.id] ?? ""}
                  onChange={(label) => setLabels({ ...labels, [step.id]: label })}
                />
              ))}
        </div>
        {person ? (
          <Forecast {...forecast} personId={person.id} />
        ) : segmentId !== "" ? (
          <SampleForecast {...forecast} segmentId={segmentId} />
        ) : (
          <Hint>{t("sequence.forward.choose")}</Hint>
        )}
      </div>
    </SideSheet>
  );
};

import { useMutation } from "@tanstack/react-query";
import { Pencil, Play, ScanText } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { readingApi } from "#contract/reading.ts";
import { type ReadChannel, readChannels } from "#domain/reading/labels.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type ExampleMessage, exampleMessages } from "./examples.ts";
import { OutgoingText } from "./outgoing-text.tsx";
import { MarkedText, ReadingResult } from "./reading-result.tsx";
import { listStatements, type TextReading } from "./statements.ts";
import { type MessageTrial, TrialResult } from "./trial-result.tsx";

/** The API accepts as many characters. */
const maxLength = 20_000;
const emptyMessage = { text: "", previous: "", channel: "" as ReadChannel | "" };

type PlaygroundInput = typeof emptyMessage & { person: SelectedPerson | undefined };
type PlaygroundResult = {
  reading: TextReading;
  /** Only where a person was chosen. */
  trial?: MessageTrial & { personName: string };
};

const readMessage = async (input: PlaygroundInput): Promise<PlaygroundResult> => {
  const { text, previous, channel, person } = input;
  const body = { text, previous: previous.trim() || null, channel: channel || null };
  if (!person) return { reading: await callApi(readingApi.read, { body }) };
  const { reading, ...trial } = await callApi(readingApi.tryOnPerson, {
    body: { ...body, personId: person.id },
  });
  return { reading, trial: { ...trial, personName: person.name } };
};

const ExampleButtons = ({ onChoose }: { onChoose: (example: ExampleMessage) => void }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      {(["en", "es"] as const).map((language) => (
        <div key={language} className="grid items-baseline gap-1.5 sm:grid-cols-[5rem_1fr]">
          <p className="text-faint text-xs">
            {t(language === "en" ? "brain.playground.inEnglish" : "brain.playground.inSpanish")}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {exampleMessages[language].map((example) => (
              <Button
                key={example.name}
                className="h-9 px-2.5 font-[500] text-xs sm:h-7 sm:px-2"
                onClick={() => onChoose(example)}
              >
                {t(`brain.playground.example.${example.name}`)}
              </Button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
};

/** Reads a message as the product reads an incoming one. Nothing is stored. */
export const PlaygroundCard = () => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasTyping = useRef(false);
  /** The text field gets the focus as soon as it is shown. */
  const wantsFocus = useRef(false);
  const [message, setMessage] = useState(emptyMessage);
  const [isMissing, setMissing] = useState(false);
  const [person, setPerson] = useState<SelectedPerson>();
  const { mutate, reset, data, error, isPending } = useMutation({ mutationFn: readMessage });
  const statements = data && listStatements(data.reading);

  const change = (part: Partial<typeof emptyMessage>) => {
    setMessage((before) => ({ ...before, ...part }));
    setMissing(false);
    reset();
  };

  const read = (input: typeof emptyMessage, as: SelectedPerson | undefined) => {
    const isBlank = input.text.trim() === "";
    setMissing(isBlank);
    if (isBlank) {
      textarea.current?.focus();
      return;
    }
    wasTyping.current = document.activeElement === textarea.current;
    mutate({ ...input, person: as });
  };

  const choosePerson = (chosen: SelectedPerson | undefined) => {
    setPerson(chosen);
    if (message.text.trim() === "") reset();
    else read(message, chosen);
  };

  useEffect(() => {
    if (!data) return;
    // The marked text has replaced the field that had the focus.
    if (wasTyping.current) editButton.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView({ block: "nearest" });
  }, [data]);

  useEffect(() => {
    if (!wantsFocus.current || data) return;
    wantsFocus.current = false;
    textarea.current?.focus();
  });

  const edit = () => {
    wantsFocus.current = true;
    reset();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    read(message, person);
  };

  return (
    <Card title={t("brain.playground.title")} caption={t("brain.playground.caption")}>
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
        <form
          noValidate
          className="grid min-w-0 content-start gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            read(message, person);
          }}
        >
          {statements ? (
            <div className="grid gap-1.5">
              <div className="flex min-h-5 items-center justify-between gap-2">
                <h3 className="font-[540] text-sm">{t("brain.playground.text")}</h3>
              </div>
              <div className="max-h-80 min-h-32 overflow-y-auto rounded-lg border border-line px-3 py-2">
                <MarkedText text={message.text} statements={statements} />
              </div>
            </div>
          ) : (
            <Field
              label={t("brain.playground.text")}
              hint={t("brain.playground.textHint")}
              error={isMissing ? t("brain.playground.missing") : undefined}
            >
              <Textarea
                ref={textarea}
                rows={5}
                maxLength={maxLength}
                value={message.text}
                onChange={(event) => change({ text: event.target.value })}
                onKeyDown={onKeyDown}
              />
            </Field>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" disabled={isPending}>
              <Play aria-hidden="true" />
              {isPending ? t("brain.playground.reading") : t("brain.playground.read")}
            </Button>
            {statements && (
              <Button ref={editButton} onClick={edit}>
                <Pencil aria-hidden="true" />
                {t("brain.playground.edit")}
              </Button>
            )}
            {message.text !== "" && (
              <Button
                variant="ghost"
                onClick={() => {
                  wantsFocus.current = true;
                  change(emptyMessage);
                }}
              >
                {t("brain.playground.clear")}
              </Button>
            )}
          </div>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-[540] text-sm">{t("brain.playground.examples")}</legend>
            <ExampleButtons
              onChoose={({ text, previous, channel }) => {
                change({ text, previous, channel });
                read({ text, previous, channel }, person);
              }}
            />
          </fieldset>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-[540] text-sm">{t("brain.playground.person")}</legend>
            <PersonPicker
              label={t("brain.playground.person")}
              placeholder={t("brain.playground.findPerson")}
              value={person}
              onChange={choosePerson}
            />
            <p className="text-faint text-xs">{t("brain.playground.personHint")}</p>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
            <Field label={t("brain.playground.previous")} hint={t("brain.playground.previousHint")}>
              <Textarea
                rows={2}
                maxLength={maxLength}
                value={message.previous}
                onChange={(event) => change({ previous: event.target.value })}
                onKeyDown={onKeyDown}
              />
            </Field>
            <Field label={t("brain.playground.channel")}>
              <Select
                value={message.channel}
                onChange={(event) => change({ channel: event.target.value as ReadChannel | "" })}
              >
                <option value="">{t("brain.playground.anyChannel")}</option>
                {readChannels.map((channel) => (
                  <option key={channel} value={channel}>
                    {t(`reading.channel.${channel}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </form>
        <div
          ref={result}
          aria-busy={isPending}
          className="min-w-0 scroll-mt-20 scroll-mb-4 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-6"
        >
          {statements ? (
            <div className="grid gap-4">
              <ReadingResult statements={statements} model={data.reading.model} />
              {data.trial && (
                <TrialResult
                  trial={data.trial}
                  name={data.trial.personName}
                  optsOut={data.reading.optOut === "yes"}
                />
              )}
              <OutgoingText
                message={{
                  text: message.text,
                  previous: message.previous.trim() || null,
                  personId: person?.id ?? null,
                }}
              />
            </div>
          ) : isPending ? (
            <div className="grid gap-3">
              {["intent", "asks", "sentiment", "urgency", "language"].map((row) => (
                <Skeleton key={row} className="h-11" />
              ))}
            </div>
          ) : error ? (
            <ErrorCard
              title={t("brain.playground.failed")}
              detail={serverMessage(error)}
              onRetry={() => read(message, person)}
            />
          ) : (
            <EmptyState
              icon={ScanText}
              title={t("brain.playground.empty")}
              text={t("brain.playground.emptyText")}
            />
          )}
          <p role="status" className="sr-only">
            {data &&
              t("brain.playground.done", {
                intent: t(`reading.intent.${data.reading.intent}`),
                percent: new Intl.NumberFormat(numberLocale, { style: "percent" }).format(
                  data.reading.confidence,
                ),
              })}
          </p>
        </div>
      </div>
    </Card>
  );
};

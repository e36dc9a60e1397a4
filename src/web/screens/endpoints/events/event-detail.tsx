import { Check, Copy, Download, FileText } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { eventsApi, type IngestedEventDetail } from "#contract/events.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { useCopy } from "#web/lib/use-copy.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { JsonTree } from "#web/ui/json-tree.tsx";
import { useProblemText } from "./problem-text.ts";

const fileSize = (bytes: number, number: (value: number) => string): string => {
  if (bytes < 1024) return `${number(bytes)} B`;
  const [size, unit] = bytes < 1_048_576 ? [bytes / 1024, "KB"] : [bytes / 1_048_576, "MB"];
  return `${formatFixed(size, size < 10 ? 1 : 0, number)} ${unit}`;
};

const fileUrl = (id: string, file: string): string =>
  eventsApi.file.path.replace("{id}", id).replace("{file}", file);

type EventFilesProps = { eventId: string; files: IngestedEventDetail["files"] };

/** Attachments are only offered as downloads, never rendered in the page. */
const EventFiles = ({ eventId, files }: EventFilesProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDownload = useMay("endpoints", "work");
  return (
    <ul className="grid gap-1.5">
      {files.map((file) => {
        const name = file.filename ?? t("endpoints.detail.unnamedFile");
        return (
          <li key={file.id} className="flex min-h-11 items-center gap-2.5 text-sm">
            <FileText aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className="min-w-0 flex-1">
              <span className="block break-words font-[540]">{name}</span>
              <span className="block text-faint text-xs tabular-nums">
                {file.contentType} · {fileSize(file.size, format.number)}
              </span>
            </span>
            {mayDownload && (
              <Button asChild size="icon" variant="ghost">
                <a
                  href={fileUrl(eventId, file.id)}
                  download={name}
                  aria-label={t("endpoints.detail.download", { name })}
                >
                  <Download aria-hidden="true" />
                </a>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
};

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

const Section = ({ title, aside, children }: SectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-2">
        <h3 id={id} className="font-[620] text-sm">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
};

const MutedText = ({ children }: { children: ReactNode }) => <p className="text-sm text-soft">{children}</p>;

const CopyPayload = ({ value }: { value: unknown }) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <Button variant="ghost" size="sm" onClick={() => void copy(JSON.stringify(value, null, 2))}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? t("endpoints.copied") : t("endpoints.detail.copyRaw")}</span>
    </Button>
  );
};

const ProblemSection = ({ event, onOpen }: EventDetailProps) => {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <Section title={t("endpoints.detail.problems")}>
      <ul className="grid gap-1 text-sm">
        {event.problems.map((problem) => (
          <li key={JSON.stringify(problem)} className="flex flex-wrap gap-x-2 break-words text-warn">
            {problemText(problem)}
            {problem.eventId && (
              <button
                type="button"
                onClick={() => onOpen(problem.eventId ?? "")}
                className="rounded text-sea hover:underline"
              >
                {t("endpoints.sendTest.openEvent")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};

const EventPerson = ({ event }: { event: IngestedEventDetail }) => {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const reason = event.problems.find(({ code }) => code.startsWith("no_person_"));
  if (!event.personId)
    return <MutedText>{reason ? problemText(reason) : t("endpoints.detail.noPerson")}</MutedText>;
  const name = event.personName ? formatPhone(event.personName) : t("endpoints.detail.unnamed");
  return (
    <Link
      href={`/people/${event.personId}`}
      title={t("endpoints.detail.openPerson", { name })}
      className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-lg px-2 hover:bg-hover"
    >
      <Avatar name={name} />
      <span className="truncate font-[540] text-sm">{name}</span>
    </Link>
  );
};

type EventDetailProps = { event: IngestedEventDetail; onOpen: (id: string) => void };

export const EventDetail = ({ event, onOpen }: EventDetailProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isWaiting = event.status === "received";
  return (
    <div className="grid gap-4">
      {event.problems.length > 0 && <ProblemSection event={event} onOpen={onOpen} />}
      <Section title={t("endpoints.detail.person")}>
        <EventPerson event={event} />
      </Section>
      <Section title={t("endpoints.detail.mapped")}>
        {event.processed === null ? (
          <MutedText>
            {t(isWaiting ? "endpoints.detail.notMapped" : "endpoints.detail.nothingMapped")}
          </MutedText>
        ) : (
          <JsonTree value={event.processed} />
        )}
      </Section>
      <Section title={t("endpoints.detail.raw")} aside={<CopyPayload value={event.raw} />}>
        <JsonTree value={event.raw} />
      </Section>
      <Section title={t("endpoints.detail.caused")}>
        {event.caused.length === 0 ? (
          <MutedText>{t("endpoints.detail.causedNone")}</MutedText>
        ) : (
          <ol className="grid gap-2 text-sm">
            {event.caused.map((cause) => (
              <li key={cause.id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words">
                  <span className="font-[540]">{cause.title}</span>
                  {cause.description && <span className="text-soft">{` ${cause.description}`}</span>}
                </span>
                <time dateTime={cause.createdAt} className="shrink-0 text-faint text-xs">
                  {format.dateTime(cause.createdAt)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title={t("endpoints.detail.pii")}>
        {event.pii.length === 0 ? (
          <MutedText>{t("endpoints.detail.piiNone")}</MutedText>
        ) : (
          <ul className="grid gap-1.5">
            {event.pii.map(({ path, kind }) => (
              <li key={`${path} ${kind}`} className="flex items-center justify-between gap-3 text-sm">
                <code className="min-w-0 break-all font-mono text-xs">{path || "$"}</code>
                <Badge>{t(`endpoints.piiKinds.${kind}`)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {event.files.length > 0 && (
        <Section title={t("endpoints.detail.files")}>
          <EventFiles eventId={event.id} files={event.files} />
        </Section>
      )}
      {event.deduplicationKey && (
        <Section title={t("endpoints.detail.dedupKey")}>
          <code className="break-all font-mono text-xs">{event.deduplicationKey}</code>
        </Section>
      )}
    </div>
  );
};

import { useQuery } from "@tanstack/react-query";
import { BookOpen, FileUp, Plus, Search } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledgeApi } from "#contract/knowledge.ts";
import { knowledgeKinds, knowledgeStatuses } from "#domain/agent/knowledge.ts";
import { languages } from "#domain/language.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type EditedKnowledge, EntryDialog } from "./entry-dialog.tsx";
import { EntryRow } from "./entry-row.tsx";
import { OpenQuestions } from "./open-questions.tsx";
import { TryQuestion } from "./try-question.tsx";
import { useImportDocuments } from "./use-import-documents.ts";
import { WaitingProposals } from "./waiting-proposals.tsx";

type Filters = { kind: string; language: string; status: string };
const noFilters: Filters = { kind: "", language: "", status: "" };

/** What the agent may answer from, what it was asked in vain, and a place to try questions. */
export const KnowledgeSection = () => {
  const { t } = useTranslation();
  const mayChange = useMay("ai", "work");
  const [text, setText] = useState("");
  const [filters, setFilters] = useState(noFilters);
  const [edited, setEdited] = useState<EditedKnowledge>();
  const [dragging, setDragging] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const importFiles = useImportDocuments();
  const search = useDebounced(text.trim());
  const query = Object.fromEntries(
    Object.entries({ search, ...filters }).filter(([, value]) => value !== ""),
  );
  const { data, error, refetch } = useQuery({
    ...apiQuery(knowledgeApi.list, { query }),
    placeholderData: (previous) => previous,
  });
  const isFiltered = Object.keys(query).length > 0;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    if (mayChange) void importFiles([...event.dataTransfer.files]);
  };
  const filterOf = (
    name: keyof Filters,
    label: string,
    options: readonly string[],
    labels: (id: string) => string,
  ) => (
    <Select
      aria-label={label}
      value={filters[name]}
      onChange={(event) => setFilters({ ...filters, [name]: event.target.value })}
      wrapperClassName="min-w-0 flex-1 sm:flex-none"
    >
      <option value="">{label}</option>
      {options.map((id) => (
        <option key={id} value={id}>
          {labels(id)}
        </option>
      ))}
    </Select>
  );
  const addButtons = mayChange && (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => fileInput.current?.click()}>
        <FileUp aria-hidden="true" />
        {t("knowledge.import")}
      </Button>
      <Button variant="primary" onClick={() => setEdited({ mode: "new" })}>
        <Plus aria-hidden="true" />
        {t("knowledge.add")}
      </Button>
    </div>
  );

  return (
    <div className="mt-2 grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr]">
      {/* First on a narrow screen, where the list of entries may be long. */}
      <div className="grid min-w-0 gap-4 xl:col-start-2 xl:row-start-1">
        <WaitingProposals />
        <OpenQuestions
          readOnly={!mayChange}
          onAnswer={(question) => setEdited({ mode: "question", question })}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside the list opens the same files. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(mayChange);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
        className={cn(
          "min-w-0 rounded-card xl:col-start-1 xl:row-span-2 xl:row-start-1",
          dragging && "outline-2 outline-sea outline-offset-2",
        )}
      >
        <Card
          title={t("knowledge.title")}
          caption={t("knowledge.caption")}
          aside={data && (data.length > 0 || isFiltered) && addButtons}
          className="px-0 pb-1 [&>div:first-child]:px-4"
        >
          <input
            ref={fileInput}
            type="file"
            accept=".md,.markdown,.txt,text/plain,text/markdown"
            multiple
            hidden
            onChange={(event) => {
              void importFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          {data && (data.length > 0 || isFiltered) && (
            <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 pb-4">
              <div className="relative min-w-0 flex-1 basis-full sm:basis-56">
                <Search
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint"
                />
                <Input
                  type="search"
                  value={text}
                  maxLength={200}
                  onChange={(event) => setText(event.target.value)}
                  aria-label={t("knowledge.search")}
                  placeholder={t("knowledge.search")}
                  autoComplete="off"
                  className="pl-8"
                />
              </div>
              {filterOf("kind", t("knowledge.allKinds"), knowledgeKinds, (id) =>
                t(`knowledge.kinds.${id as (typeof knowledgeKinds)[number]}`),
              )}
              {filterOf("language", t("knowledge.allLanguages"), languages, (id) =>
                t(`script.languages.${id as (typeof languages)[number]}`),
              )}
              {filterOf("status", t("knowledge.allStatuses"), knowledgeStatuses, (id) =>
                t(`knowledge.statuses.${id as (typeof knowledgeStatuses)[number]}`),
              )}
            </div>
          )}
          {error && (
            <div className="p-4">
              <ErrorCard
                title={t("knowledge.loadFailed")}
                detail={serverMessage(error)}
                onRetry={() => void refetch()}
              />
            </div>
          )}
          {data && data.length > 0 ? (
            <ul className="divide-y divide-line">
              {data.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  readOnly={!mayChange}
                  onOpen={() => setEdited({ mode: "entry", id: entry.id })}
                />
              ))}
            </ul>
          ) : data && isFiltered ? (
            <p className="px-4 py-10 text-center text-sm text-soft">
              {t("knowledge.nothingFound")}{" "}
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  setText("");
                  setFilters(noFilters);
                }}
              >
                {t("knowledge.clearFilters")}
              </Button>
            </p>
          ) : data ? (
            <EmptyState
              icon={BookOpen}
              title={t("knowledge.empty.title")}
              text={t("knowledge.empty.text")}
              action={addButtons}
            />
          ) : (
            !error && (
              <div className="grid gap-3 p-4" aria-busy="true">
                {[0, 1, 2, 3].map((row) => (
                  <Skeleton key={row} className="h-12 rounded-lg" />
                ))}
              </div>
            )
          )}
        </Card>
      </div>
      <div className="min-w-0 xl:col-start-2 xl:row-start-2">
        <TryQuestion onOpen={(id) => setEdited({ mode: "entry", id })} />
      </div>
      {edited && <EntryDialog edited={edited} readOnly={!mayChange} onClose={() => setEdited(undefined)} />}
    </div>
  );
};

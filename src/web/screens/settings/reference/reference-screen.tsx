import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, BookOpen, ChevronRight, FileJson } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CallDetails } from "./call-details.tsx";
import { type ReferenceCall, referenceQuery } from "./reference-document.ts";

const methodTones: Record<string, "ok" | "sea" | "warn" | "bad"> = {
  GET: "ok",
  POST: "sea",
  PUT: "warn",
  DELETE: "bad",
};

const CallRow = ({ call, token }: { call: ReferenceCall; token: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group min-w-0"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      data-call={call.id}
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
        />
        <Badge tone={methodTones[call.method] ?? "quiet"} className="w-12 justify-center">
          {call.method}
        </Badge>
        <span className="grid min-w-0 flex-1 gap-x-3 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <code className="wrap-anywhere text-xs leading-5">{call.path}</code>
          <span className="min-w-0 text-sm text-soft">{call.summary}</span>
        </span>
      </summary>
      {isOpen && <CallDetails call={call} token={token} />}
    </details>
  );
};

const matches = ({ path, summary, id }: ReferenceCall, search: string): boolean =>
  `${id} ${path} ${summary}`.toLowerCase().includes(search.trim().toLowerCase());

/** The API for programs: every call that tokens are open to, in the user's language, to read and to try. */
const ReferenceScreen = () => {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(referenceQuery(i18n.language === "es" ? "es" : "en"));
  const [search, setSearch] = useState("");
  const [token, setToken] = useState("");
  const found = data?.filter((call) => matches(call, search)) ?? [];
  const groups = [...Map.groupBy(found, ({ resource }) => resource)];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={t("reference.title")} subtitle={t("reference.subtitle")} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" asChild>
            <Link href="/settings?tab=api">
              <ArrowLeft aria-hidden="true" />
              {t("reference.tokens")}
            </Link>
          </Button>
          <Button size="sm" asChild>
            <a href="/api/openapi.json" target="_blank" rel="noreferrer">
              <FileJson aria-hidden="true" />
              OpenAPI
            </a>
          </Button>
          <Button size="sm" asChild>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              <BookOpen aria-hidden="true" />
              {t("reference.all")}
            </a>
          </Button>
        </div>
      </div>
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("reference.search")}>
            <Input
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              placeholder="/api/people"
            />
          </Field>
          <Field label={t("reference.token")} hint={t("reference.tokenHint")}>
            <PasswordInput
              autoComplete="off"
              value={token}
              onChange={(event) => setToken(event.target.value.trim())}
              placeholder="faro_…"
            />
          </Field>
        </div>
        <p className="mt-3 text-faint text-xs leading-5">{t("reference.rules")}</p>
      </Card>
      {groups.map(([resource, calls]) => (
        <Card
          key={resource}
          className="px-0 pb-0"
          title={<span className="pl-4">{resource}</span>}
          caption={t("reference.calls", { count: calls.length })}
        >
          <div className="divide-y divide-line border-line border-t">
            {calls.map((call) => (
              <CallRow key={call.id} call={call} token={token} />
            ))}
          </div>
        </Card>
      ))}
      {data && found.length === 0 && <p className="text-sm text-soft">{t("reference.none")}</p>}
      {error && !data && <ErrorCard title={t("error.load")} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-24" />
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  );
};

export default ReferenceScreen;

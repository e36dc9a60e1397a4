import { useQuery } from "@tanstack/react-query";
import { Lock, type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, Redirect, useLocation, useSearchParams } from "wouter";
import { rulesApi } from "#contract/rules.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { newSequencePath } from "#web/components/rule/sequence-path.ts";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SequencePage } from "./sequence-page.tsx";

const PageSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="w-24" />
    <Skeleton className="h-9 w-1/3" />
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_388px]">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-80 rounded-card max-xl:hidden" />
    </div>
  </div>
);

type MessageProps = { icon: LucideIcon; title: string; text: string };

const Message = ({ icon, title, text }: MessageProps) => {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          <Button asChild>
            <Link href="/rules">{t("screen.rules.short")}</Link>
          </Button>
        }
      />
    </Card>
  );
};

/** A stored rule, with the states of its request. */
const useRule = (id: string | undefined) =>
  useQuery({ ...apiQuery(rulesApi.get, { params: { id: id ?? "" } }), enabled: id !== undefined });

type RuleStatesProps = { query: ReturnType<typeof useRule>; children: ReactNode };

const RuleStates = ({ query: { data, error, refetch }, children }: RuleStatesProps) => {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 404)
    return <Message icon={SearchX} title={t("sequence.gone.title")} text={t("sequence.gone.text")} />;
  if (data) return children;
  if (error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
};

const StoredSequence = ({ id }: { id: string }) => {
  const query = useRule(id);
  const { data: rule, isFetching } = query;
  // A rule without steps is edited in its dialog; one that was just changed may still be on its way.
  const hasNoSteps = rule && !isSequence(rule.actions, rule.options);
  if (hasNoSteps && !isFetching) return <Redirect to={`/rules?open=edit&rule=${id}`} replace />;
  return (
    <RuleStates query={query}>
      {rule && !hasNoSteps ? <SequencePage rule={rule} copyFrom={undefined} /> : <PageSkeleton />}
    </RuleStates>
  );
};

const NewSequence = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const from = params.get("from") ?? undefined;
  const mayChange = useMay("rules", "work");
  const query = useRule(from);
  if (!mayChange)
    return <Message icon={Lock} title={t("closedScreen.title")} text={t("sequence.readOnly")} />;
  if (from === undefined) return <SequencePage rule={undefined} copyFrom={undefined} />;
  return (
    <RuleStates query={query}>
      {query.data && <SequencePage rule={undefined} copyFrom={query.data} />}
    </RuleStates>
  );
};

const SequenceScreen = () => {
  const [path] = useLocation();
  if (path === newSequencePath) return <NewSequence />;
  const id = path.split("/").at(-1) ?? "";
  return <StoredSequence key={id} id={id} />;
};

export default SequenceScreen;

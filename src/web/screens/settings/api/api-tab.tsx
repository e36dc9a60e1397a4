import { useQuery } from "@tanstack/react-query";
import { BookOpen, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type ApiTokenView, tokensApi } from "#contract/tokens.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { McpCard } from "./mcp-card.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";

const stateOf = ({ revokedAt, suspendedAt, expiresAt }: ApiTokenView, now: number) => {
  if (revokedAt) return "revoked";
  if (suspendedAt) return "suspended";
  return Date.parse(expiresAt) <= now ? "expired" : "active";
};
const tones = { active: "ok", suspended: "warn", expired: "quiet", revoked: "quiet" } as const;

type TokenRowProps = { token: ApiTokenView; isOwn: boolean; onRevoke: () => void };

const TokenRow = ({ token, isOwn, onRevoke }: TokenRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const resume = useApiMutation(tokensApi.resume);
  const state = stateOf(token, Date.now());
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 truncate font-medium">{token.name}</p>
        {token.grantedTo ? (
          <span className="min-w-0 truncate text-faint text-xs">{token.grantedTo.host}</span>
        ) : (
          <code className="text-faint text-xs">faro_…{token.ending}</code>
        )}
        <Badge tone={tones[state]}>{t(`api.state.${state}`)}</Badge>
        {token.grantedTo ? (
          <Badge tone="sea">{t("api.signedIn")}</Badge>
        ) : (
          token.isForAssistant && <Badge tone="sea">{t("api.assistant")}</Badge>
        )}
        <span className="ml-auto flex gap-2">
          {state === "suspended" && (
            <Button
              size="sm"
              disabled={resume.isPending}
              onClick={() => resume.mutate({ params: { id: token.id } })}
            >
              {t("api.resume")}
            </Button>
          )}
          {state !== "revoked" && (
            <Button size="sm" onClick={onRevoke} aria-label={t("api.revokeNamed", { name: token.name })}>
              {t("api.revoke")}
            </Button>
          )}
        </span>
      </div>
      <p className="flex flex-wrap gap-1.5">
        {token.scopes.map((scope) => (
          <Badge key={scope} tone="quiet">
            {scope}
          </Badge>
        ))}
      </p>
      <p className="text-faint text-xs leading-[17px]">
        {[
          isOwn ? null : t("api.for", { name: token.user.name }),
          t("api.expires", { date: format.dateTime(token.expiresAt) }),
          token.lastUsedAt
            ? t("api.lastUsed", { date: format.dateTime(token.lastUsedAt), address: token.lastUsedFrom })
            : t("api.neverUsed"),
          token.addresses.length > 0 ? t("api.onlyFrom", { addresses: token.addresses.join(", ") }) : null,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
};

const exampleCall = (origin: string) => `curl -H "Authorization: Bearer faro_…" ${origin}/api/people?limit=5`;

const TokensCard = () => {
  const { t } = useTranslation();
  const user = useUser();
  const { data, error, refetch } = useQuery(apiQuery(tokensApi.list));
  const revoke = useApiMutation(tokensApi.revoke);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiTokenView>();

  const confirmRevoke = async (token: ApiTokenView) => {
    try {
      await revoke.mutateAsync({ params: { id: token.id } });
      toast({ title: t("success.title"), description: t("api.revokedNamed", { name: token.name }) });
    } catch (problem) {
      toast({ title: t("api.revokeFailed"), description: serverMessage(problem), variant: "destructive" });
    }
    setRevoking(undefined);
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("api.tokens")}</span>}
      caption={<span className="block px-4 sm:pl-0">{t("api.tokensText")}</span>}
      aside={
        <Button size="sm" className="mr-4" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" />
          {t("api.add")}
        </Button>
      }
    >
      {data && data.tokens.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isOwn={token.user.id === user.id}
              onRevoke={() => setRevoking(token)}
            />
          ))}
        </ul>
      )}
      {data?.tokens.length === 0 && (
        <EmptyState icon={KeyRound} title={t("api.none")} text={t("api.noneText")} />
      )}
      {error && !data && (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          <Skeleton className="h-15.5" />
          <Skeleton className="h-15.5" />
        </div>
      )}
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
      {revoking && (
        <ConfirmDialog
          title={t("api.revokeNamed", { name: revoking.name })}
          text={t("api.revokeText")}
          confirm={t("api.revoke")}
          busy={revoke.isPending}
          onConfirm={() => void confirmRevoke(revoking)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
};

/** How programs use the product: their tokens and the reference. */
export const ApiTab = () => {
  const { t } = useTranslation();
  const isLoading = isFirstLoad(useQuery(apiQuery(tokensApi.list)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TokensCard />
      {!isLoading && (
        <>
          <McpCard />
          <Card
            title={t("api.reference")}
            caption={t("api.referenceText")}
            aside={
              <Button size="sm" asChild>
                <Link href="/settings/api">
                  <BookOpen aria-hidden="true" />
                  {t("api.openReference")}
                </Link>
              </Button>
            }
          >
            <CodeBlock code={exampleCall(window.location.origin)} label={t("api.copyExample")} />
          </Card>
        </>
      )}
    </div>
  );
};

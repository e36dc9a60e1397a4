import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { authorizationQuery, type ConsentPage, oauthApi } from "#contract/oauth.ts";
import type { TokenScope } from "#domain/api-access/token.ts";
import { ScopeChoices } from "#web/components/api-access/scope-choices.tsx";
import { Entrance } from "#web/components/layout/entrance.tsx";
import { ApiError, callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { useUser } from "#web/lib/session.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Asked = ReturnType<typeof authorizationQuery.parse>;

const readQuery = (search: string): Asked | undefined =>
  authorizationQuery.safeParse(Object.fromEntries(new URLSearchParams(search))).data;

const ClientFacts = ({ page }: { page: ConsentPage }) => {
  const { t } = useTranslation();
  const { email } = useUser();
  const rows = [
    {
      id: "name",
      term: t("authorize.program"),
      value: (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-medium">{page.client.name}</span>
          <Badge tone="warn">{t("authorize.unverified")}</Badge>
        </span>
      ),
    },
    {
      id: "host",
      term: t("authorize.describedBy"),
      value: page.client.host ?? t("authorize.registeredItself"),
    },
    { id: "redirect", term: t("authorize.redirect"), value: <strong>{page.redirectHost}</strong> },
    { id: "user", term: t("authorize.actsFor"), value: email },
  ];
  return (
    <dl className="mb-6 divide-y divide-line rounded-lg border border-line text-sm">
      {rows.map(({ id, term, value }) => (
        <div key={id} className="grid grid-cols-[112px_minmax(0,1fr)] gap-3 px-3 py-2">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const ConsentForm = ({ page, asked }: { page: ConsentPage; asked: Asked }) => {
  const { t } = useTranslation();
  const decide = useApiMutation(oauthApi.decide);
  const [chosen, setChosen] = useState<TokenScope[]>(page.ticked);
  const others = page.offered.filter((scope) => !page.asked.includes(scope));

  const answer = async (scopes: TokenScope[]) => {
    const decided = await decide.mutateAsync({ body: { request: asked, scopes } }).catch(() => undefined);
    // The page with its request is not kept in the history: a code is asked for once.
    if (decided) location.replace(decided.redirectTo);
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(chosen);
      }}
    >
      {page.asked.length > 0 && (
        <ScopeChoices
          legend={t("authorize.asksFor")}
          offered={page.asked}
          chosen={chosen}
          onChange={setChosen}
          isForAssistant
        />
      )}
      {others.length > 0 && (
        <details open={page.asked.length === 0} className="rounded-lg border border-line px-3 py-2">
          <summary className="cursor-pointer text-sm text-soft">{t("authorize.more")}</summary>
          <div className="pt-3 pb-1">
            <ScopeChoices
              legend={t("authorize.mayAlso")}
              offered={others}
              chosen={chosen}
              onChange={setChosen}
              isForAssistant
            />
          </div>
        </details>
      )}
      <p className="text-faint text-xs leading-[17px]">{t("authorize.limits")}</p>
      {decide.error && <FormAlert>{serverMessage(decide.error) ?? t("authorize.failed")}</FormAlert>}
      <div className="grid grid-cols-2 gap-3">
        <Button className="h-10" disabled={decide.isPending} onClick={() => void answer([])}>
          {t("authorize.deny")}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="h-10"
          disabled={decide.isPending || chosen.length === 0}
        >
          {t("authorize.allow")}
        </Button>
      </div>
    </form>
  );
};

/** Where a program sends a user to be allowed to act for them. */
const AuthorizeScreen = () => {
  const { t } = useTranslation();
  const [asked] = useState(() => readQuery(location.search));
  const { data: page, error } = useQuery({
    queryKey: ["authorize", location.search, currentLanguage()],
    queryFn: () => callApi(oauthApi.describe, { query: asked as Asked }),
    enabled: asked !== undefined,
    retry: (count, failure) => !(failure instanceof ApiError) && count < 3,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useTitle(t("authorize.title"));

  if (asked === undefined || (error && !page))
    return (
      <Entrance
        heading={t("authorize.impossible")}
        text={
          asked === undefined ? t("authorize.incomplete") : (serverMessage(error) ?? t("authorize.failed"))
        }
      >
        <Button asChild className="h-10 w-full">
          <a href="/">{t("authorize.toFaro")}</a>
        </Button>
      </Entrance>
    );
  if (!page)
    return (
      <Entrance heading={t("authorize.title")}>
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-30" />
          <Skeleton className="h-15" />
        </div>
      </Entrance>
    );
  if (page.fault)
    return (
      <Entrance heading={t("authorize.impossible")} text={t("authorize.wrongRequest")}>
        <ClientFacts page={page} />
        <p className="mb-5 break-words text-soft text-xs">
          <code>{page.fault.error}</code> {page.fault.description}
        </p>
        <Button asChild className="h-10 w-full">
          <a href={page.fault.returnTo}>{t("authorize.back", { host: page.redirectHost })}</a>
        </Button>
      </Entrance>
    );
  return (
    <Entrance heading={t("authorize.heading", { name: page.client.name })} text={t("authorize.text")}>
      <ClientFacts page={page} />
      <ConsentForm page={page} asked={asked} />
    </Entrance>
  );
};

export default AuthorizeScreen;

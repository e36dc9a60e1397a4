import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ChatAccount, chatAccountsApi } from "#contract/chat-accounts.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";

const ChatRow = ({ service, label, account }: ChatAccount) => {
  const { t } = useTranslation();
  const format = useFormat();
  const newCode = useApiMutation(chatAccountsApi.code);
  const unlink = useApiMutation(chatAccountsApi.unlink);
  const [linkedBefore, setLinkedBefore] = useState(account);
  const busy = newCode.isPending || unlink.isPending;
  // The code is used up once another account is linked.
  const shown = newCode.data && account === linkedBefore ? newCode.data : undefined;

  const run = async (change: Promise<unknown>, done?: string) => {
    try {
      await change;
      if (done) toast({ title: t("success.title"), description: done });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("account.chats.failed"),
        variant: "destructive",
      });
    }
  };
  const askForCode = () => {
    setLinkedBefore(account);
    void run(newCode.mutateAsync({ params: { service } }));
  };

  return (
    <li className="grid min-w-0 gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <MessagesSquare aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm">{label}</p>
          <p className="truncate text-faint text-xs">
            {account === null ? t("account.chats.none") : t("account.chats.linked", { account })}
          </p>
        </div>
        {account !== null && (
          <Button
            size="sm"
            disabled={busy}
            aria-label={t("account.chats.unlinkNamed", { label })}
            onClick={() =>
              void run(unlink.mutateAsync({ params: { service } }), t("account.chats.unlinked", { label }))
            }
          >
            {t("account.chats.unlink")}
          </Button>
        )}
        <Button
          size="sm"
          disabled={busy}
          aria-label={shown ? undefined : t("account.chats.linkNamed", { label })}
          onClick={askForCode}
        >
          {shown ? t("account.chats.again") : t("account.chats.link")}
        </Button>
      </div>
      {shown && (
        <Field
          label={t("account.chats.code", { label })}
          hint={t("account.chats.codeHint", { label, time: format.time(shown.expiresAt) })}
        >
          <CopyField value={shown.code} />
        </Field>
      )}
    </li>
  );
};

/** One's own accounts of chats in the account dialog; absent where no chat takes replies. */
export const ChatAccountsSection = () => {
  const { t } = useTranslation();
  const { data } = useQuery({ ...apiQuery(chatAccountsApi.list), refetchOnMount: "always" });
  if (!data || data.length === 0) return null;
  return (
    <>
      <hr className="border-line" />
      <section className="grid gap-3">
        <h3 className="font-[620]">{t("account.chats.title")}</h3>
        <p className="text-soft text-sm">{t("account.chats.hint")}</p>
        <ul className="grid divide-y divide-line rounded-lg border border-line">
          {data.map((chat) => (
            <ChatRow key={chat.service} {...chat} />
          ))}
        </ul>
      </section>
    </>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { type BroadcastCheck, broadcastsApi } from "#contract/broadcasts.ts";
import { settingsApi } from "#contract/settings.ts";
import { typedConfirmationFrom } from "#domain/broadcasts/broadcast.ts";
import { needsSecondUser } from "#domain/broadcasts/start-obstacle.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { ActionBar } from "#web/screens/campaigns/broadcast/action-bar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

/** Separators of thousands are ignored: the number is what counts. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

type SendBarProps = { broadcast: BroadcastDetail; check: BroadcastCheck; onWrite: () => void };

/** The last press before people get something: it says how many, and asks for the number where that is a lot. */
export const SendBar = ({ broadcast: { id, when, updatedAt, approval }, check, onWrite }: SendBarProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const noteId = useId();
  const fieldId = useId();
  const age = useAge(check.at);
  const isNarrow = useMedia("(max-width: 639px)");
  const start = useApiMutation(broadcastsApi.start);
  const { data: general } = useQuery(apiQuery(settingsApi.general));
  const [typed, setTyped] = useState("");
  const reached = check.send + check.wait;
  const shown = format.number(reached);
  const limit = general?.secondUserAbove ?? 0;
  const isForTwo = needsSecondUser(reached, limit);
  // On a phone a button is pressed by mistake more easily.
  const isAsked = reached > 0 && (reached > typedConfirmationFrom || isNarrow);
  const isConfirmed = !isAsked || digitsOf(typed) === String(reached);

  const obstacle = !check.isComplete
    ? t("campaigns.send.checking")
    : reached === 0
      ? t("campaigns.send.nobody", { count: check.people, shown: format.number(check.people) })
      : check.isStale
        ? t("campaigns.send.stale")
        : approval
          ? t("campaigns.approval.badge")
          : undefined;

  const label = isForTwo
    ? "campaigns.approval.ask"
    : when.kind === "now"
      ? "campaigns.send.button"
      : "campaigns.send.schedule";

  const send = async () => {
    try {
      await start.mutateAsync({ params: { id }, body: { confirm: reached, updatedAt } });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("campaigns.failed.start"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <ActionBar
      note={
        <span id={noteId} className={obstacle ? undefined : "max-sm:sr-only"}>
          {obstacle ??
            (isForTwo
              ? t("campaigns.approval.second", { limit: format.number(limit) })
              : t("campaigns.send.note", { age }))}
        </span>
      }
    >
      {isAsked && !obstacle && (
        <label
          htmlFor={fieldId}
          className="flex items-center gap-2 text-sm text-soft max-sm:w-full max-sm:justify-between"
        >
          {t("campaigns.send.type", { shown })}
          <Input
            id={fieldId}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="w-24"
          />
        </label>
      )}
      <Button className="max-sm:flex-1" onClick={onWrite}>
        {t("campaigns.send.back")}
      </Button>
      <Button
        variant="primary"
        className="max-sm:flex-1"
        aria-describedby={noteId}
        disabled={obstacle !== undefined || !isConfirmed || start.isPending}
        onClick={() => void send()}
      >
        <Send aria-hidden="true" />
        {t(label, { count: reached, shown })}
      </Button>
    </ActionBar>
  );
};

import { BadgePercent, ListTree, MessageSquareText, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { broadcastPurposes } from "#domain/broadcasts/broadcast.ts";
import { ChoiceCards } from "./choice-cards.tsx";
import { MessageFields } from "./message-fields.tsx";
import { NumberedPart } from "./numbered-part.tsx";
import { StepsFields } from "./steps-fields.tsx";
import { UnfilledNotice } from "./unfilled-notice.tsx";
import type { BroadcastEditor } from "./use-broadcast-editor.ts";

const purposeIcons = { marketing: BadgePercent, service: Wrench } as const;
const contents = [
  { id: "message", icon: MessageSquareText },
  { id: "steps", icon: ListTree },
] as const;

/** What each person gets. */
export const WhatPart = ({ editor }: { editor: BroadcastEditor }) => {
  const { t } = useTranslation();
  const { draft, stepIssues, change, changeStep } = editor;
  return (
    <NumberedPart number={2} title={t("campaigns.what.title")} hint={t("campaigns.what.hint")}>
      <ChoiceCards
        label={t("campaigns.what.purpose")}
        value={draft.purpose}
        onChange={(purpose) => change({ purpose })}
        choices={broadcastPurposes.map((id) => ({
          id,
          icon: purposeIcons[id],
          title: t(`campaigns.purpose.${id}`),
          text: t(`campaigns.purposeHint.${id}`),
        }))}
      />
      <ChoiceCards
        label={t("campaigns.what.content")}
        value={draft.content}
        onChange={(content) => change({ content })}
        choices={contents.map(({ id, icon }) => ({
          id,
          icon,
          title: t(`campaigns.what.${id}`),
          text: t(`campaigns.what.${id}Hint`),
        }))}
      />
      {draft.content === "message" ? (
        <MessageFields
          message={draft.message}
          issues={stepIssues.filter(({ stepId }) => stepId === draft.message.id)}
          onChange={changeStep}
        />
      ) : (
        <StepsFields editor={editor} />
      )}
      <UnfilledNotice rows={draft.content === "message" ? [draft.message] : draft.steps} />
    </NumberedPart>
  );
};

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { savedRepliesApi } from "#contract/saved-replies.ts";
import { templatesApi } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import type { Suggestion } from "./suggestion-list.tsx";

const maxShown = 30;
const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type ReplyText = {
  id: string;
  name: string;
  body: string;
  subject: string | null;
  language: string;
  channel: Channel | null;
  /** Approved by WhatsApp: it may be sent outside the window, but only as it is. */
  isApproved: boolean;
};

/** Saved replies and templates that match what was typed, and their text for a person. */
export const useReplyTexts = (personId: string, channel: Channel | undefined, typed: string | undefined) => {
  const { t } = useTranslation();
  const isOpen = typed !== undefined;
  const { data: saved } = useQuery({ ...apiQuery(savedRepliesApi.list), enabled: isOpen });
  const { data: templates } = useQuery({ ...apiQuery(templatesApi.list), enabled: isOpen });
  const texts = useMemo<ReplyText[]>(
    () => [
      ...(saved?.replies ?? []).map(({ id, name, language, text }) => ({
        id: `reply-${id}`,
        name,
        body: text,
        subject: null,
        language,
        channel: null,
        isApproved: false,
      })),
      ...(templates ?? [])
        .filter(
          (template) =>
            template.channel === channel || (template.channel === "whatsapp" && template.approvedName),
        )
        .map((template) => ({
          id: `template-${template.id}`,
          name: template.name,
          body: template.body,
          subject: template.subject,
          language: template.language,
          channel: template.channel,
          isApproved: template.channel === "whatsapp" && Boolean(template.approvedName),
        })),
    ],
    [saved, templates, channel],
  );
  const words = fold(typed ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const suggestions: Suggestion[] = isOpen
    ? texts
        .filter(({ name, body }) => words.every((word) => fold(`${name} ${body}`).includes(word)))
        .slice(0, maxShown)
        .map(({ id, name, body, language, isApproved, channel: of }) => ({
          id,
          label: name,
          detail: body,
          hint: [
            of === null
              ? t("inbox.texts.saved")
              : t(isApproved ? "inbox.texts.approved" : "inbox.texts.template"),
            language.toUpperCase(),
          ].join(" · "),
        }))
    : [];
  /** The server fills in the variables. */
  const fill = async (id: string) => {
    const chosen = texts.find((text) => text.id === id);
    if (!chosen) return undefined;
    const filled = await callApi(templatesApi.preview, {
      body: {
        channel: chosen.channel ?? channel ?? "sms",
        subject: chosen.subject,
        body: chosen.body,
        personId,
      },
    });
    return { ...chosen, text: filled.text, filledSubject: filled.subject, missing: filled.missing };
  };
  return { suggestions, fill };
};

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type TextForPerson, templatesApi } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import type { Suggestion } from "./suggestion-list.tsx";

const maxShown = 30;
const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const hintKeys = {
  saved_reply: "inbox.texts.saved",
  template: "inbox.texts.template",
} as const;

/**
 * Saved replies and the templates of the channel that match what was typed, filled in for the person. Where WhatsApp
 * takes only an approved template, those are offered beside the templates of another channel.
 */
export const useReplyTexts = (
  personId: string,
  channel: Channel | undefined,
  typed: string | undefined,
  needsApproved: boolean,
) => {
  const { t } = useTranslation();
  const titleOf = useTemplateTitle();
  const isOpen = typed !== undefined;
  const textsOf = (of: Channel, enabled: boolean) => ({
    ...apiQuery(templatesApi.forPerson, { params: { id: personId }, query: { channel: of } }),
    enabled: isOpen && enabled,
  });
  const own = useQuery(textsOf(channel ?? "whatsapp", channel !== undefined));
  const whatsapp = useQuery(textsOf("whatsapp", needsApproved));
  // A query that is not enabled may still have the answer to an earlier one.
  const ownTexts = channel === undefined ? [] : (own.data?.texts ?? []);
  const approved = needsApproved && channel !== "whatsapp" ? (whatsapp.data?.texts ?? []) : [];
  const texts: TextForPerson[] = [...ownTexts, ...approved.filter(({ isApproved }) => isApproved)];
  const words = fold(typed ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const suggestions: Suggestion[] = isOpen
    ? texts
        .map((one) => ({ ...one, title: one.kind === "template" ? titleOf(one) : one.title }))
        .filter(({ title, name, text }) =>
          words.every((word) => fold(`${title} ${name} ${text}`).includes(word)),
        )
        .slice(0, maxShown)
        .map(({ id, kind, title, text, language, isApproved }) => ({
          id,
          label: title,
          detail: text,
          hint: [t(isApproved ? "inbox.texts.approved" : hintKeys[kind]), language.toUpperCase()].join(" · "),
        }))
    : [];
  return { suggestions, find: (id: string) => texts.find((text) => text.id === id) };
};

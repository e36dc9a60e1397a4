import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type TextForPerson, templatesApi } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { sampleId } from "../../../../../test/web/samples.ts";
import { useReplyTexts } from "./use-reply-texts.ts";

const text = (number: number, name: string, more: Partial<TextForPerson> = {}): TextForPerson => ({
  id: sampleId(number),
  kind: "template",
  name,
  title: name,
  language: "es",
  subject: null,
  text: `Hola Yadira, ${name}`,
  missing: [],
  isApproved: false,
  ...more,
});

const saved = text(51, "Hours", { kind: "saved_reply" });
const texts: Partial<Record<Channel, TextForPerson[]>> = {
  sms: [saved, text(52, "by_sms")],
  whatsapp: [saved, text(53, "by_whatsapp"), text(54, "approved", { isApproved: true })],
};

test.each<[string, Channel | undefined, boolean, string[]]>([
  ["the texts of the channel", "sms", false, ["Hours", "by_sms"]],
  ["approved ones as well, where WhatsApp takes no others", "sms", true, ["Hours", "by_sms", "approved"]],
  ["only approved ones where nothing else can be sent", undefined, true, ["approved"]],
  ["all of WhatsApp in its window", "whatsapp", false, ["Hours", "by_whatsapp", "approved"]],
])("the picker offers %s, filled in", async (_, channel, needsApproved, names) => {
  await renderScreen("/no/such/page", {
    answers: [answer(templatesApi.forPerson, ({ query }) => ({ texts: texts[query.channel] ?? [] }))],
  });
  await loadOtherTexts();
  const { result } = renderHook(() => useReplyTexts(sampleId(2), channel, "", needsApproved), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.suggestions.map(({ label }) => label)).toEqual(names));
  expect(result.current.suggestions.at(-1)?.detail).toBe(`Hola Yadira, ${names.at(-1)}`);
  expect(result.current.suggestions.at(-1)?.hint).toMatch(/ES$/);
});

import { useMemo } from "react";
import { useLocation } from "wouter";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";

type TemplatePlace = { channel?: OutreachChannel; language?: Language; title?: string };

/**
 * The paths of templates, below Campaigns or Rules: roles without the rights to people have only the latter. `title` is
 * that of a template that is not stored yet.
 */
export const useTemplatePaths = () => {
  const [path] = useLocation();
  const base = path.startsWith("/rules") ? "/rules" : "/campaigns";
  return useMemo(
    () => ({
      list: `${base}?tab=templates`,
      page: (name: string, place: TemplatePlace = {}): string => {
        const query = new URLSearchParams(place).toString();
        return `${base}/templates/${name}${query ? `?${query}` : ""}`;
      },
    }),
    [base],
  );
};

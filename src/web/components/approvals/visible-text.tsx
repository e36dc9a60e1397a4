import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { countHidden, visibleParts } from "#domain/approvals/visible-text.ts";

/** A text as it is stored: no markup, no links, and with characters shown that readers would not see. */
export const VisibleText = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const hidden = countHidden(text);
  return (
    <div className="grid gap-2">
      <p className="rounded-lg border border-line bg-bg px-3 py-2.5 text-sm leading-[21px] whitespace-pre-wrap break-words [unicode-bidi:plaintext]">
        {visibleParts(text).map((part, at) =>
          "text" in part ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            <bdi key={at}>{part.text}</bdi>
          ) : (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
              key={at}
              className="mx-0.5 inline-block rounded bg-bad-tint px-1 font-[560] text-2xs text-bad leading-4"
            >
              <span aria-hidden="true">{part.hidden}</span>
              <span className="sr-only">{t("approvals.hiddenCharacter", { code: part.hidden })}</span>
            </span>
          ),
        )}
      </p>
      {hidden > 0 && (
        <p className="flex items-center gap-1.5 text-bad text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {t("approvals.hidden", { count: hidden })}
        </p>
      )}
    </div>
  );
};

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";

/** Longer texts are folded. */
const maxShown = 600;
const foldedLength = 320;

/** Long texts show their beginning; a button shows the rest. */
export const FoldedText = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > maxShown;
  const shown = isLong && !isOpen ? `${text.slice(0, foldedLength).replace(/\s+\S*$/, "")}…` : text;
  return (
    <>
      <p className="whitespace-pre-wrap break-words">{shown}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 font-[540] text-sea text-xs hover:underline"
        >
          {isOpen ? t("inbox.item.showLess") : t("inbox.item.showAll", { count: format.number(text.length) })}
        </button>
      )}
    </>
  );
};

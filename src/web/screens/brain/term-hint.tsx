import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Popover } from "#web/ui/popover.tsx";

/** Explains the term behind plain words: on hover and focus, and on a click or touch. */
export const TermHint = ({ term, text }: { term: string; text: string }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={term}
      trigger={
        <button
          type="button"
          aria-label={t("brain.quality.explain", { term })}
          data-tooltip={isOpen ? undefined : text}
          data-tooltip-side="top"
          className="-my-2 inline-grid size-9 shrink-0 place-items-center rounded-full text-faint hover:text-ink sm:-my-1 sm:size-6"
        >
          <CircleHelp aria-hidden="true" className="size-3.5" />
        </button>
      }
      className="w-72 px-3.5 py-3"
    >
      <p className="text-sm">{text}</p>
    </Popover>
  );
};

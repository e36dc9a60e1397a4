import { TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Audience, type AudienceNode, rowsOf } from "#domain/audience/audience.ts";
import { cn } from "#web/lib/cn.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { type AudienceFields, audienceSentence, readableField } from "./audience-sentence.ts";

type AudienceChipsProps = {
  audience: Audience;
  fields: AudienceFields;
  onChange: (audience: Audience | undefined) => void;
  onOpen: () => void;
};

/** The parts of the outermost "all of"; anything else is one part. */
const partsOf = (audience: Audience): AudienceNode[] => ("all" in audience ? audience.all : [audience]);

const withoutPart = (parts: readonly AudienceNode[], index: number): Audience | undefined => {
  const rest = parts.filter((_, position) => position !== index);
  return rest.length === 0 ? undefined : { all: rest };
};

/** The filter in words, in parts that can be removed. */
export const AudienceChips = ({ audience, fields, onChange, onOpen }: AudienceChipsProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const parts = partsOf(audience);
  return (
    <ul aria-label={t("audience.title")} className="contents">
      {parts.map((part, index) => {
        const text = audienceSentence(part, fields, wording);
        const isBroken = rowsOf(part).some((row) => !readableField(row, fields));
        return (
          <li
            key={JSON.stringify(part)}
            className={cn(
              "flex h-8 max-w-full min-w-0 items-center rounded-lg text-sm max-sm:h-9",
              isBroken ? "bg-bad-tint text-bad" : "bg-sea-tint text-sea",
            )}
          >
            <button
              type="button"
              onClick={onOpen}
              title={text}
              className="flex h-full min-w-0 items-center gap-1.5 rounded-lg pr-1 pl-2.5 font-[540]"
            >
              {isBroken && <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />}
              <span className="truncate sm:max-w-120">{text}</span>
            </button>
            <button
              type="button"
              aria-label={t("audience.removeValue", { value: text })}
              onClick={() => onChange(withoutPart(parts, index))}
              className="grid h-full w-8 shrink-0 place-items-center rounded-lg hover:bg-hover max-sm:w-9"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        );
      })}
    </ul>
  );
};

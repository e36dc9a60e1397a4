import { useTranslation } from "react-i18next";
import { countSegments } from "#domain/messages/segments.ts";

const maxCharactersShown = 8;

/** In how many parts an SMS travels, each of which is paid for, and what makes it dear. */
export const SegmentCount = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const { segments, left, encoding, outside } = countSegments(text);
  return (
    <div className="grid gap-1 text-xs">
      <p role="status" className="text-soft tabular-nums">
        {`${t("templates.parts", { count: segments })} · ${t("templates.left", { count: left })} · ${
          encoding === "gsm7" ? "GSM-7" : "UCS-2"
        }`}
      </p>
      {encoding === "ucs2" && (
        <p className="text-warn">
          {t("templates.dear", { characters: outside.slice(0, maxCharactersShown).join(" ") })}
        </p>
      )}
    </div>
  );
};

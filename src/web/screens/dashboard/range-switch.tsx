import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";

export const channelRanges = ["today", "7d", "30d"] as const;
export type ChannelRange = (typeof channelRanges)[number];

type RangeSwitchProps = { value: ChannelRange; onChange: (range: ChannelRange) => void };

export const RangeSwitch = ({ value, onChange }: RangeSwitchProps) => {
  const { t } = useTranslation();
  return (
    <fieldset
      aria-label={t("dashboard.range.label")}
      className="flex overflow-hidden rounded-[7px] border border-line"
    >
      {channelRanges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === value}
          title={t(`dashboard.range.full.${range}`)}
          onClick={() => onChange(range)}
          className={cn(
            "h-7 px-2.5 text-xs focus-visible:-outline-offset-2",
            range === value ? "bg-sea-tint font-[600] text-sea" : "text-soft hover:bg-hover hover:text-ink",
          )}
        >
          {t(`dashboard.range.${range}`)}
        </button>
      ))}
    </fieldset>
  );
};

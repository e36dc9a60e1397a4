import { useId } from "react";
import { useTranslation } from "react-i18next";
import {
  type Area,
  type AreaLevel,
  areaLevels,
  areas,
  hasLevel,
  offeredLevels,
  type Permissions,
} from "#domain/access/areas.ts";
import { cn } from "#web/lib/cn.ts";

/** The highest offered level that the permissions include: a level that is not offered is the same as the one before. */
const shownLevel = (permissions: Permissions, area: Area): AreaLevel =>
  offeredLevels[area].findLast((level) => hasLevel(permissions, area, level)) ?? "none";

type LevelGridProps = {
  value: Permissions;
  /** Read-only where it is absent. */
  onChange?: (area: Area, level: AreaLevel) => void;
  /** The levels that may be given. */
  most?: Permissions;
};

/** Areas of the product in rows, levels in columns; on a narrow screen the levels are below their area. */
export const LevelGrid = ({ value, onChange, most }: LevelGridProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="overflow-hidden rounded-lg border border-line text-sm">
      <div
        aria-hidden="true"
        className="hidden grid-cols-[minmax(0,1fr)_repeat(4,76px)] bg-hover py-2 font-[540] text-soft text-xs sm:grid"
      >
        <span className="px-3">{t("team.roles.area")}</span>
        {areaLevels.map((level) => (
          <span key={level} className="text-center">
            {t(`team.level.${level}`)}
          </span>
        ))}
      </div>
      {areas.map((area) => {
        const shown = shownLevel(value, area);
        return (
          <fieldset
            key={area}
            className="grid grid-cols-4 items-center border-line border-t py-2 first-of-type:border-t-0 sm:grid-cols-[minmax(0,1fr)_repeat(4,76px)] sm:first-of-type:border-t"
          >
            <legend className="sr-only">{t(`team.area.${area}.name`)}</legend>
            <div aria-hidden="true" className="col-span-4 px-3 max-sm:pb-1.5 sm:col-span-1">
              <p className="font-medium">{t(`team.area.${area}.name`)}</p>
              <p className="text-faint text-xs leading-4">{t(`team.area.${area}.hint`)}</p>
            </div>
            {areaLevels.map((level) => {
              if (!offeredLevels[area].includes(level)) return <span key={level} />;
              const inputId = `${id} ${area} ${level}`;
              return (
                <label
                  key={level}
                  htmlFor={inputId}
                  className="flex min-h-8 flex-col items-center justify-center gap-0.5 text-faint text-xs"
                >
                  <input
                    id={inputId}
                    type="radio"
                    name={`${id} ${area}`}
                    checked={shown === level}
                    disabled={!onChange || (most !== undefined && !hasLevel(most, area, level))}
                    onChange={() => onChange?.(area, level)}
                    className={cn(
                      "size-4 appearance-none rounded-full border-[1.5px] border-edge bg-panel checked:border-[5px] checked:border-sea disabled:opacity-55",
                      onChange && "cursor-pointer disabled:cursor-default",
                    )}
                  />
                  <span className="sm:sr-only">{t(`team.level.${level}`)}</span>
                </label>
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
};

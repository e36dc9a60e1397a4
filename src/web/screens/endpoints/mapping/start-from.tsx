import { WandSparkles } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { Mapping } from "./use-mapping.ts";
import type { Preview } from "./use-preview.ts";

type StartFromProps = {
  mapping: Mapping;
  preview: Preview;
  mayChange: boolean;
  onPreset: (id: string) => void;
};

/** Automatic or one's own; one's own can begin as the guess or as a preset. */
export const StartFrom = ({ mapping, preview, mayChange, onPreset }: StartFromProps) => {
  const { t } = useTranslation();
  const { draft, change, use } = mapping;
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="flex min-h-9 items-start gap-3 text-sm">
        <Switch
          checked={draft.automatic}
          disabled={!mayChange}
          onCheckedChange={(automatic) => change({ ...draft, automatic })}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-text`}
        />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block font-[560]">
            {t("endpoints.mapping.automatic")}
          </span>
          <span id={`${id}-text`} className="block text-soft text-xs">
            {t("endpoints.mapping.automaticOn")}
          </span>
        </span>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!preview || preview.payload === null}
            onClick={() => preview && use(preview.guessed)}
          >
            <WandSparkles aria-hidden="true" />
            {t("endpoints.mapping.guess")}
          </Button>
          <Select
            aria-label={t("endpoints.mapping.preset")}
            value=""
            onChange={({ target: { value } }) => {
              const preset = mappingPresets.find((one) => one.id === value);
              if (!preset) return;
              use(preset.template);
              onPreset(preset.id);
            }}
            wrapperClassName="min-w-48 max-sm:flex-1"
          >
            <option value="">{t("endpoints.mapping.preset")}</option>
            {mappingPresets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
};

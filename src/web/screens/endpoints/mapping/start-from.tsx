import { WandSparkles } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { MappingEditor } from "./use-mapping.ts";
import type { MappingPreview } from "./use-preview.ts";

type MappingStartProps = {
  editor: MappingEditor;
  preview: MappingPreview;
  mayChange: boolean;
  onPreset: (id: string) => void;
};

/** Automatic or one's own; one's own can begin as the guess or as a preset. */
export const MappingStart = ({ editor, preview, mayChange, onPreset }: MappingStartProps) => {
  const { t } = useTranslation();
  const { draft, updateDraft, applyTemplate } = editor;
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="flex min-h-9 items-start gap-3 text-sm">
        <Switch
          checked={draft.automatic}
          disabled={!mayChange}
          onCheckedChange={(automatic) => updateDraft({ ...draft, automatic })}
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
            onClick={() => preview && applyTemplate(preview.guessed)}
          >
            <WandSparkles aria-hidden="true" />
            {t("endpoints.mapping.guess")}
          </Button>
          <Select
            aria-label={t("endpoints.mapping.preset")}
            value=""
            onChange={({ target: { value } }) => {
              const preset = mappingPresets.find((candidate) => candidate.id === value);
              if (!preset) return;
              applyTemplate(preset.template);
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

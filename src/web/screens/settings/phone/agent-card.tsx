import { type ReactNode, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type OptionalAgentTool, optionalAgentTools } from "#domain/agent/tool-names.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { FormEnd } from "./form-end.tsx";
import { usePhoneForm } from "./use-phone-form.ts";

type AgentSettings = Pick<PhoneSettings, "recordsCalls" | "agentTools">;

type ExplainedSwitchProps = {
  label: ReactNode;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with its label and explanation beside it. */
const ExplainedSwitch = ({ label, hint, checked, onChange }: ExplainedSwitchProps) => {
  const id = useId();
  return (
    <div className="flex gap-3">
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onCheckedChange={onChange}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-[540] text-sm">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-faint text-xs">
          {hint}
        </p>
      </div>
    </div>
  );
};

type AgentCardProps = { settings: PhoneSettings; readOnly: boolean };

export const AgentCard = ({ settings: { recordsCalls, agentTools }, readOnly }: AgentCardProps) => {
  const { t } = useTranslation();
  const title = t("phone.agent.title");
  const stored = useMemo<AgentSettings>(() => ({ recordsCalls, agentTools }), [recordsCalls, agentTools]);
  const { form, submit, refusal, isSaving } = usePhoneForm<AgentSettings>(stored, title);
  const allowed = form.watch("agentTools");

  const setTool = (tool: OptionalAgentTool, isAllowed: boolean) => {
    const tools = optionalAgentTools.filter((one) => (one === tool ? isAllowed : allowed.includes(one)));
    form.setValue("agentTools", tools, { shouldDirty: true });
  };

  return (
    <Card title={title} caption={t("phone.agent.caption")}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <fieldset disabled={readOnly} className="grid gap-5">
          <legend className="sr-only">{title}</legend>
          <ExplainedSwitch
            label={t("phone.agent.records")}
            hint={t("phone.agent.recordsHint")}
            checked={form.watch("recordsCalls")}
            onChange={(checked) => form.setValue("recordsCalls", checked, { shouldDirty: true })}
          />
          <fieldset className="grid gap-x-6 gap-y-4 border-line border-t pt-4 md:grid-cols-2">
            <legend className="float-left col-span-full mb-1 w-full font-[540] text-sm text-soft">
              {t("phone.agent.tools")}
            </legend>
            {optionalAgentTools.map((tool) => (
              <ExplainedSwitch
                key={tool}
                label={t(`phone.tool.${tool}`)}
                hint={t(`phone.toolHint.${tool}`)}
                checked={allowed.includes(tool)}
                onChange={(checked) => setTool(tool, checked)}
              />
            ))}
          </fieldset>
        </fieldset>
        <p className="text-faint text-xs">{t("phone.agent.always")}</p>
        <FormEnd
          title={title}
          readOnly={readOnly}
          isDirty={form.formState.isDirty}
          isSaving={isSaving}
          refusal={refusal}
        />
      </form>
    </Card>
  );
};

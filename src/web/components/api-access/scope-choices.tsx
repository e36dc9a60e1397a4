import { useTranslation } from "react-i18next";
import type { TokenScope } from "#domain/api-access/token.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

type ScopeText = TokenScope extends infer S
  ? S extends `${infer A}:${infer B}`
    ? `api.scope.${A}_${B}`
    : never
  : never;

/** An assistant asks for what a program does itself. */
const askedTexts = {
  "messages:send": "api.scope.messages_ask",
  "rules:write": "api.scope.rules_write_ask",
  "rules:start": "api.scope.rules_start_ask",
} as const;
const isAsked = (scope: TokenScope): scope is keyof typeof askedTexts => scope in askedTexts;

const scopeText = (scope: TokenScope, isForAssistant: boolean) =>
  isForAssistant && isAsked(scope)
    ? askedTexts[scope]
    : (`api.scope.${scope.replace(":", "_")}` as ScopeText);

type ScopeChoicesProps = {
  legend: string;
  offered: readonly TokenScope[];
  chosen: readonly TokenScope[];
  onChange: (chosen: TokenScope[]) => void;
  isForAssistant: boolean;
  error?: string | undefined;
};

/** What a program may do, to be ticked. */
export const ScopeChoices = ({
  legend,
  offered,
  chosen,
  onChange,
  isForAssistant,
  error,
}: ScopeChoicesProps) => {
  const { t } = useTranslation();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {offered.map((scope) => (
        <div key={scope} className="flex items-start gap-2 text-sm">
          <Checkbox
            id={`scope-${scope}`}
            className="mt-0.5"
            checked={chosen.includes(scope)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <label htmlFor={`scope-${scope}`} className="min-w-0">
            {t(scopeText(scope, isForAssistant))} <code className="text-faint text-xs">{scope}</code>
          </label>
        </div>
      ))}
      {error && <p className="text-alert text-xs">{error}</p>}
    </fieldset>
  );
};

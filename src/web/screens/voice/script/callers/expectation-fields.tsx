import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  type CallerExpectation,
  type ExpectationKind,
  expectationKinds,
  maxTestText,
} from "#domain/test-callers/expectation-kinds.ts";
import { type ScriptFact, type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { contactFacts, useCallerTexts } from "./use-caller-texts.ts";

/** A new expectation of a kind, to be completed. */
const blank = (
  kind: ExpectationKind,
  language: ScriptLanguage,
  facts: readonly ScriptFact[],
): CallerExpectation => {
  switch (kind) {
    case "contains":
    case "excludes":
      return { kind, text: "" };
    case "stores":
      return { kind, fact: facts[0]?.key ?? contactFacts[0], value: "" };
    case "language":
      return { kind, language };
    case "requests":
      return { kind, request: "any" };
    default:
      return { kind };
  }
};

type ValueFieldsProps = {
  expected: CallerExpectation;
  label: string;
  facts: readonly ScriptFact[];
  error: string | undefined;
  onChange: (expected: CallerExpectation) => void;
};

/** The fields of kinds with a value. */
const ValueFields = ({ expected, label, facts, error, onChange }: ValueFieldsProps) => {
  const { t } = useTranslation();
  const { factName } = useCallerTexts(facts);
  const isInvalid = error === undefined ? {} : { "aria-invalid": true };
  switch (expected.kind) {
    case "contains":
    case "excludes":
      return (
        <Input
          aria-label={`${label}: ${t("callers.dialog.words")}`}
          placeholder={t("callers.dialog.words")}
          autoComplete="off"
          maxLength={maxTestText}
          value={expected.text}
          onChange={({ target }) => onChange({ ...expected, text: target.value })}
          {...isInvalid}
        />
      );
    case "stores": {
      const keys = [...new Set([...facts.map(({ key }) => key), ...contactFacts, expected.fact])];
      return (
        <div className="grid min-w-0 grid-cols-2 gap-2">
          <Select
            aria-label={`${label}: ${t("callers.dialog.fact")}`}
            value={expected.fact}
            onChange={({ target }) => onChange({ ...expected, fact: target.value })}
          >
            {keys.map((key) => (
              <option key={key} value={key}>
                {factName(key)}
              </option>
            ))}
          </Select>
          <Input
            aria-label={`${label}: ${t("callers.dialog.value")}`}
            placeholder={t("callers.dialog.anyValue")}
            autoComplete="off"
            maxLength={maxTestText}
            value={expected.value}
            onChange={({ target }) => onChange({ ...expected, value: target.value })}
            {...isInvalid}
          />
        </div>
      );
    }
    case "language":
      return (
        <Select
          aria-label={`${label}: ${t("script.language")}`}
          value={expected.language}
          onChange={({ target }) => onChange({ ...expected, language: target.value as ScriptLanguage })}
        >
          {scriptLanguages.map((language) => (
            <option key={language} value={language}>
              {t(`script.languages.${language}`)}
            </option>
          ))}
        </Select>
      );
    case "requests":
      return (
        <Select
          aria-label={`${label}: ${t("callers.dialog.request")}`}
          value={expected.request}
          onChange={({ target }) =>
            onChange({ ...expected, request: target.value as typeof expected.request })
          }
        >
          {(["any", "appointment", "callback"] as const).map((request) => (
            <option key={request} value={request}>
              {t(`callers.request.${request}`)}
            </option>
          ))}
        </Select>
      );
    default:
      return null;
  }
};

type ExpectationFieldsProps = {
  expectations: readonly CallerExpectation[];
  /** Of the turn, for screen readers. */
  turnLabel: string;
  language: ScriptLanguage;
  facts: readonly ScriptFact[];
  isFull: boolean;
  errorAt: (index: number) => string | undefined;
  onChange: (expectations: CallerExpectation[]) => void;
};

export const ExpectationFields = (props: ExpectationFieldsProps) => {
  const { expectations, turnLabel, language, facts, isFull, errorAt, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      {expectations.length > 0 && (
        <ul aria-label={t("callers.dialog.expectationsOf", { turn: turnLabel })} className="grid gap-2">
          {expectations.map((expected, index) => {
            const label = t(`callers.kind.${expected.kind}`);
            const error = errorAt(index);
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: expectations have no identity but their place
                key={index}
                className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_2.25rem]"
              >
                <span className="min-w-0 break-words text-sm">{label}</span>
                <div className="min-w-0 max-sm:order-3 max-sm:col-span-2">
                  <ValueFields
                    expected={expected}
                    label={label}
                    facts={facts}
                    error={error}
                    onChange={(changed) => onChange(expectations.with(index, changed))}
                  />
                  {error && (
                    <p role="alert" className="mt-1 text-bad text-xs">
                      {error}
                    </p>
                  )}
                </div>
                <Button
                  variant="ghost"
                  size="icon"
                  className="max-sm:order-2"
                  aria-label={t("form.removeNamed", { name: label })}
                  onClick={() => onChange(expectations.toSpliced(index, 1))}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {!isFull && (
        <Select
          aria-label={t("callers.dialog.addExpectationTo", { turn: turnLabel })}
          icon={<Plus className="size-4" />}
          wrapperClassName="sm:max-w-xs"
          value=""
          onChange={({ target }) =>
            target.value !== "" &&
            onChange([...expectations, blank(target.value as ExpectationKind, language, facts)])
          }
        >
          <option value="">{t("callers.dialog.addExpectation")}</option>
          {expectationKinds.map(({ kind }) => (
            <option key={kind} value={kind}>
              {t(`callers.kind.${kind}`)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
};

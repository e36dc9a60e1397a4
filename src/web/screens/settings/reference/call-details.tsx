import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { codeSample, type SampleLanguage, sampleLanguages } from "./code-samples.ts";
import type { ReferenceCall } from "./reference-document.ts";
import { TryCall } from "./try-call.tsx";

const parts = ["try", "code", "answer", "errors"] as const;
type Part = (typeof parts)[number];

const languageNames: Record<SampleLanguage, string> = {
  curl: "curl",
  typescript: "TypeScript",
  python: "Python",
};

const Samples = ({ call }: { call: ReferenceCall }) => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <SegmentedControl
        label={t("reference.language")}
        options={sampleLanguages.map((id) => ({ id, label: languageNames[id] }))}
        value={language}
        onChange={setLanguage}
      />
      <div className="w-full">
        <CodeBlock code={codeSample(language, call, window.location.origin)} label={t("api.copyExample")} />
      </div>
    </div>
  );
};

/** A call with what a program needs to make it: a trial, code, its answer and its errors. */
export const CallDetails = ({ call, token }: { call: ReferenceCall; token: string }) => {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>("code");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 border-line border-t bg-bg/40 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-faint text-xs">
        {t("reference.scope")} <code className="text-soft">{call.scope}</code>
      </p>
      <SegmentedControl
        label={t("reference.show")}
        options={parts.map((id) => ({ id, label: t(`reference.part.${id}`) }))}
        value={part}
        onChange={setPart}
      />
      <div className="w-full min-w-0">
        {part === "try" && <TryCall call={call} token={token} />}
        {part === "code" && <Samples call={call} />}
        {part === "answer" && (
          <CodeBlock code={JSON.stringify(call.answer, null, 2) ?? ""} label={t("reference.copyAnswer")} />
        )}
        {part === "errors" && (
          <dl className="grid gap-2 text-sm">
            {call.errors.map(({ status, description }) => (
              <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-2">
                <dt className="font-[560]">{status}</dt>
                <dd className="wrap-anywhere text-soft text-xs leading-5">
                  {description.replaceAll("`", "")}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
};

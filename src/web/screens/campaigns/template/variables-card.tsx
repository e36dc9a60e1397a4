import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { TemplatePreview } from "#contract/templates.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { designText } from "#domain/email/design-text.ts";
import { fallbacksIn } from "#domain/messages/template.ts";
import { useAudienceCount } from "#web/components/audience/use-audience.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import type { TemplateDraft } from "./use-template-draft.ts";

/** The audience field that says whether a person has a value; the others are of the business, an event or the message. */
const personFields: Record<string, string> = {
  first_name: "first_name",
  last_name: "last_name",
  full_name: "name",
  customer_name: "name",
  email: "email",
  phone: "phone",
};
const fieldOf = (variable: string): string | undefined =>
  personFields[variable] ?? (variable.startsWith("field.") ? variable : undefined);

/** How many people lack a value, as a link to them. */
const LackingCount = ({ field }: { field: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPeople = useMay("people", "view");
  const audience: Audience = { not: { field, op: "known" } };
  const { data, isError } = useAudienceCount(audience, seesPeople);
  if (!seesPeople || isError) return "–";
  if (!data) return "…";
  const shown = `${format.number(data.total)}${data.totalIs === "at_least" ? "+" : ""}`;
  if (data.total === 0) return shown;
  return (
    <Link
      href={`/people?${new URLSearchParams({ where: JSON.stringify(audience) })}`}
      aria-label={t("templates.lacking", { count: data.total, shown, field })}
      className="text-sea hover:underline"
    >
      {shown}
    </Link>
  );
};

type VariablesCardProps = { draft: TemplateDraft; preview: TemplatePreview | undefined };

/** Each variable with its value, what stands in for an empty one, and how many people lack it. */
export const VariablesCard = ({ draft, preview }: VariablesCardProps) => {
  const { t } = useTranslation();
  const { design, body, subject } = draft;
  const fallbacks = fallbacksIn(
    [subject, design?.preheader ?? "", design ? designText(design) : body].join("\n"),
  );
  const conditions = new Set(
    design?.blocks.flatMap((block) => [
      block.onlyIf,
      ...(block.kind === "columns" ? block.columns.flat().map(({ onlyIf }) => onlyIf) : []),
    ]),
  );
  const values = new Map(preview?.values.map(({ name, value }) => [name, value]));
  const names = [...fallbacks.keys()];
  if (names.length === 0) return null;
  const fallbackText = (name: string) => {
    if (conditions.has(name)) return <span className="text-soft">{t("templates.blockLeftOut")}</span>;
    const fallback = fallbacks.get(name);
    if (fallback === null || fallback === undefined)
      return <span className="text-bad">{t("templates.noFallback")}</span>;
    return fallback === "" ? (
      <span className="text-soft">{t("templates.nothing")}</span>
    ) : (
      <span className="wrap-anywhere text-soft">“{fallback}”</span>
    );
  };
  return (
    <Card title={t("templates.variablesTitle")} caption={t("templates.variablesText")}>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full min-w-80 text-left text-sm">
          <thead className="text-soft text-xs">
            <tr>
              <th className="pb-2 font-[560]">{t("templates.variable")}</th>
              <th className="pb-2 font-[560]">{t("templates.value")}</th>
              <th className="pb-2 font-[560]">{t("templates.ifEmpty")}</th>
              <th className="pb-2 text-right font-[560]">{t("templates.emptyFor")}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {names.map((name) => {
              const field = fieldOf(name);
              return (
                <tr key={name}>
                  <td className="py-2 pr-3">
                    <code className="rounded bg-sea-tint px-1 text-sea text-xs">{name}</code>
                  </td>
                  <td className="max-w-36 truncate py-2 pr-3">{values.get(name) || "–"}</td>
                  <td className="py-2 pr-3">{fallbackText(name)}</td>
                  <td className="py-2 text-right tabular-nums">
                    {field ? <LackingCount field={field} /> : "–"}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
};

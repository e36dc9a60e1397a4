import { ChevronRight } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { keyFieldsOf } from "#domain/ingestion/endpoint.ts";
import { DeliveryFields } from "./delivery-fields.tsx";
import { partsOf } from "./form-parts.ts";
import type { EndpointForm } from "./form-values.ts";
import { MailFields } from "./mail-fields.tsx";
import { PiiFields } from "./pii-fields.tsx";
import { PullFields } from "./pull-fields.tsx";
import { SecurityFields } from "./security-fields.tsx";

type AdvancedFieldsProps = {
  endpoint: IngestionEndpoint | undefined;
  open: boolean;
  onToggle: (open: boolean) => void;
};

/** Folded away at first; drawn by what the chosen type and authentication need. */
export const AdvancedFields = ({ endpoint, open, onToggle }: AdvancedFieldsProps) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointForm>();
  const authMethod = watch("authMethod");
  const parts = partsOf(watch("type"), authMethod);
  return (
    <details
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group rounded-lg border border-line"
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-3 py-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
        />
        <span className="font-[560] text-sm">{t("endpoints.advanced.title")}</span>
        <span className="min-w-0 truncate text-faint text-xs max-sm:hidden">
          {t("endpoints.advanced.hint")}
        </span>
      </summary>
      <div className="grid gap-5 border-line border-t p-4">
        {parts.mail && (
          <MailFields endpoint={endpoint} secretAbove={keyFieldsOf(authMethod).includes("secretKey")} />
        )}
        {parts.pull && <PullFields withUrl={parts.pullUrl} />}
        <SecurityFields parts={parts} storedSecret={endpoint?.secretKey} />
        <DeliveryFields parts={parts} />
        <PiiFields />
      </div>
    </details>
  );
};

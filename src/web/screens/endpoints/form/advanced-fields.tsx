import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { keyFieldsOf } from "#domain/ingestion/endpoint.ts";
import { Collapsible } from "#web/ui/collapsible.tsx";
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
    <Collapsible
      title={t("endpoints.advanced.title")}
      hint={t("endpoints.advanced.hint")}
      open={open}
      onToggle={onToggle}
      className="grid gap-5 p-4"
    >
      {parts.mail && (
        <MailFields endpoint={endpoint} secretAbove={keyFieldsOf(authMethod).includes("secretKey")} />
      )}
      {parts.pull && <PullFields withUrl={parts.pullUrl} />}
      <SecurityFields parts={parts} storedSecret={endpoint?.secretKey} />
      <DeliveryFields parts={parts} />
      <PiiFields />
    </Collapsible>
  );
};

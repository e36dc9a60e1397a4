import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { keyFieldsOf } from "#domain/ingestion/endpoint.ts";
import { Fold } from "#web/ui/fold.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";
import { visibleSections } from "./form-parts.ts";
import type { EndpointFormValues } from "./form-values.ts";
import { MailFields } from "./mail-fields.tsx";
import { PiiFields } from "./pii-fields.tsx";
import { PullFields } from "./pull-fields.tsx";
import { SecurityFields } from "./security-fields.tsx";

type AdvancedEndpointFieldsProps = {
  endpoint: IngestionEndpoint | undefined;
  open: boolean;
  onToggle: (open: boolean) => void;
};

/** Folded away at first; drawn by what the chosen type and authentication need. */
export const AdvancedEndpointFields = ({ endpoint, open, onToggle }: AdvancedEndpointFieldsProps) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const authMethod = watch("authMethod");
  const sections = visibleSections(watch("type"), authMethod);
  return (
    <Fold
      title={t("endpoints.advanced.title")}
      hint={t("endpoints.advanced.hint")}
      open={open}
      onToggle={onToggle}
      className="grid gap-5 p-4"
    >
      {sections.mail && (
        <MailFields endpoint={endpoint} hidesSecret={keyFieldsOf(authMethod).includes("secretKey")} />
      )}
      {sections.pull && <PullFields showsUrl={sections.pullUrl} />}
      <SecurityFields sections={sections} storedSecret={endpoint?.secretKey} />
      <DeliveryFields sections={sections} />
      <PiiFields />
    </Fold>
  );
};

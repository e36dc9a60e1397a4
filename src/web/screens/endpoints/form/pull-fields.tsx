import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FieldPair, FormSection, SelectField, TextField } from "./fields.tsx";
import type { EndpointFormValues } from "./form-values.ts";

const ScheduleFields = () => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  return (
    <FieldPair>
      <SelectField name="scheduleBy" label={t("endpoints.pull.schedule")}>
        <option value="interval">{t("endpoints.pull.interval")}</option>
        <option value="cron">{t("endpoints.pull.cron")}</option>
      </SelectField>
      {watch("scheduleBy") === "cron" ? (
        <TextField
          name="scheduleCron"
          label={t("endpoints.pull.cron")}
          hint={t("endpoints.pull.cronHint")}
          mono
          required
        />
      ) : (
        <TextField name="scheduleMinutes" label={t("endpoints.pull.minutes")} numeric required />
      )}
    </FieldPair>
  );
};

const PaginationFields = () => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const by = watch("paginationBy");
  return (
    <>
      <FieldPair>
        <SelectField name="paginationBy" label={t("endpoints.pull.pagination")}>
          {(["none", "page", "offset", "cursor", "link"] as const).map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.pull.paginations.${id}`)}
            </option>
          ))}
        </SelectField>
        <TextField name="maxPages" label={t("endpoints.pull.maxPages")} numeric />
      </FieldPair>
      {by === "page" && (
        <FieldPair>
          <TextField name="pageParameter" label={t("endpoints.pull.parameter")} mono required />
          <SelectField name="pageFirst" label={t("endpoints.pull.first")}>
            <option value="0">0</option>
            <option value="1">1</option>
          </SelectField>
        </FieldPair>
      )}
      {by === "offset" && (
        <FieldPair>
          <TextField name="offsetParameter" label={t("endpoints.pull.parameter")} mono required />
          <TextField
            name="limitParameter"
            label={t("endpoints.pull.limitParameter")}
            hint={t("endpoints.pull.limitHint")}
            mono
          />
          <TextField name="pageLimit" label={t("endpoints.pull.limit")} numeric />
        </FieldPair>
      )}
      {by === "cursor" && (
        <FieldPair>
          <TextField
            name="cursorParameter"
            label={t("endpoints.pull.parameter")}
            placeholder="cursor"
            mono
            required
          />
          <TextField
            name="cursorPath"
            label={t("endpoints.pull.cursorPath")}
            placeholder="meta.next"
            mono
            required
          />
        </FieldPair>
      )}
    </>
  );
};

export const PullFields = ({ showsUrl }: { showsUrl: boolean }) => {
  const { t } = useTranslation();
  return (
    <FormSection title={t("endpoints.advanced.reading")}>
      {showsUrl && (
        <TextField
          name="endpointUrl"
          type="url"
          label={t("endpoints.pull.url")}
          hint={t("endpoints.pull.urlHint")}
          placeholder="https://api.example.com/leads"
        />
      )}
      <ScheduleFields />
      <PaginationFields />
      <FieldPair>
        <TextField
          name="itemPath"
          label={t("endpoints.pull.itemPath")}
          hint={t("endpoints.pull.itemPathHint")}
          placeholder="data.leads"
          mono
        />
        <TextField
          name="itemId"
          label={t("endpoints.pull.itemId")}
          hint={t("endpoints.pull.itemIdHint")}
          placeholder="id"
          mono
        />
        <TextField
          name="sinceParameter"
          label={t("endpoints.pull.sinceParameter")}
          hint={t("endpoints.pull.sinceHint")}
          placeholder="updated_since"
          mono
        />
        <TextField name="sincePath" label={t("endpoints.pull.sincePath")} placeholder="updated_at" mono />
      </FieldPair>
    </FormSection>
  );
};

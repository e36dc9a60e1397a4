import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type Outages, publicDataApi } from "#contract/public-data.ts";
import { noticeWords } from "#domain/outage-notice.ts";
import { municipalitiesOf, spellRegion } from "#domain/outage-regions.ts";
import { needsNotice } from "#domain/outage-watch.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useHasAllRecords, useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";

/** Broadcasts are about everybody's people. */
export const useMayPrepareNotice = (): boolean => {
  const maySeePeople = useMay("people", "view");
  const hasAllRecords = useHasAllRecords();
  return useMay("rules", "work") && maySeePeople && hasAllRecords;
};

type NoticeFormProps = {
  region: Outages["regions"][number];
  /** When LUMA counted the clients. */
  timestamp: string;
  onClose: () => void;
};

const NoticeForm = ({ region, timestamp, onClose }: NoticeFormProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [municipality, setMunicipality] = useState("");
  const { mutateAsync, error, isPending } = useApiMutation(publicDataApi.prepareNotice);
  const name = spellRegion(region.name);
  const words = noticeWords({
    region: name,
    clients: region.totalClientsWithoutService,
    at: Date.parse(timestamp),
  });
  const create = async () => {
    const body = { region: name, municipality: municipality === "" ? null : municipality };
    const { id } = await mutateAsync({ body });
    navigate(`/campaigns/${id}`);
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // The form shows a refusal.
        create().catch(() => {});
      }}
    >
      <Field label={t("luma.notice.people")} hint={t("luma.notice.peopleHint")}>
        <Select value={municipality} onChange={({ target }) => setMunicipality(target.value)}>
          <option value="">{t("luma.notice.wholeRegion", { region: name })}</option>
          {municipalitiesOf(name).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
      {(["en", "es"] as const).map((language) => (
        <section key={language} aria-label={t(`luma.notice.words.${language}`)} className="grid gap-1.5">
          <h3 className="font-[540] text-sm">{t(`luma.notice.words.${language}`)}</h3>
          <p lang={language} className="rounded-card bg-hover px-3 py-2 text-sm wrap-anywhere">
            {words[language]}
          </p>
        </section>
      ))}
      {error && <FormAlert>{serverMessage(error) ?? t("luma.notice.failed")}</FormAlert>}
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" variant="primary" disabled={isPending}>
          {t("luma.notice.create")}
        </Button>
      </DialogActions>
    </form>
  );
};

/** The dashboard asks for the largest outage, of whatever region. */
const largest = "largest";

const findRegion = (regions: Outages["regions"], asked: string): Outages["regions"][number] | undefined =>
  asked === largest
    ? regions
        .filter(needsNotice)
        .filter(({ name }) => municipalitiesOf(spellRegion(name)).length > 0)
        .toSorted((a, b) => b.totalClientsWithoutService - a.totalClientsWithoutService)[0]
    : regions.find(({ name }) => spellRegion(name) === asked);

type NoticeDialogProps = {
  /** As the address of the page names it: a region, or the largest outage. */
  asked: string;
  outages: Outages;
  isStale: boolean;
  onClose: () => void;
};

/** A notice about a region as it would be drafted; nothing is stored before the press. */
export const NoticeDialog = ({ asked, outages, isStale, onClose }: NoticeDialogProps) => {
  const { t } = useTranslation();
  const region = findRegion(outages.regions, asked);
  const isCurrent = region !== undefined && needsNotice(region) && !isStale;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={region ? t("luma.notice.title", { region: spellRegion(region.name) }) : t("luma.notice.prepare")}
      description={t("luma.notice.text")}
    >
      {isCurrent ? (
        <NoticeForm region={region} timestamp={outages.timestamp} onClose={onClose} />
      ) : (
        <p role="status" className="text-sm text-soft">
          {t("luma.notice.notCurrent")}
        </p>
      )}
    </Dialog>
  );
};

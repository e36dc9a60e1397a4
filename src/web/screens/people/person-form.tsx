import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonDetail, people } from "#contract/people.ts";
import { useCall } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { BasicInfo } from "./basic-info.tsx";
import { ConsentPanel } from "./consents/consent-panel.tsx";
import { type Draft, isBegun } from "./messages/draft.ts";
import { MessagesTab } from "./messages/messages-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { TimelineTab } from "./timeline/timeline-tab.tsx";
import { usePersonForm } from "./use-person-form.ts";

export type PersonFormProps = {
  person?: PersonDetail;
  readNewest?: () => Promise<PersonDetail | undefined>;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onClose: () => void;
};

/** As tall as the form, so that changing tabs does not make the dialog jump. */
const paneClass = "sm:min-h-[27.5rem]";

export const PersonForm = (props: PersonFormProps) => {
  const { person, onDirty, onCancel, onClose } = props;
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const remove = useCall(people.remove);
  const [tab, setTab] = useState<"basic" | "profile" | "timeline" | "messages">("basic");
  const [draft, setDraft] = useState<Draft>();
  const [deleting, setDeleting] = useState(false);
  const { form, busy, refusal, submit, loadNewest, isDirty } = usePersonForm(props);
  const hasUnsaved = isDirty || isBegun(draft);
  useEffect(() => onDirty(hasUnsaved), [hasUnsaved, onDirty]);

  const deletePerson = async () => {
    if (!person) return;
    // Closed first: what is on its way out is not read once more.
    onClose();
    try {
      await remove.mutateAsync({ params: { id: person.id } });
      toast({ title: t("success.title"), description: t("people.deleted") });
    } catch {
      toast({ title: t("error.title"), description: t("people.deleteFailed"), variant: "destructive" });
    }
  };

  const basic = (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
        <legend className="sr-only">{t("people.tab.basic")}</legend>
        <BasicInfo form={form} />
      </fieldset>
      {person && <ConsentPanel person={person} />}
      <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
      <DialogActions>
        {person && mayChange && (
          <Button className="mr-auto text-bad" onClick={() => setDeleting(true)}>
            {t("people.delete")}
          </Button>
        )}
        <Button onClick={onCancel}>{t("action.cancel")}</Button>
        {mayChange && (
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? t("action.saving") : t("action.save")}
          </Button>
        )}
      </DialogActions>
    </form>
  );

  return (
    <>
      <Tabs
        label={t(person ? "people.editTitle" : "people.add")}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: "basic", label: t("people.tab.basic"), content: basic },
          ...(person
            ? ([
                {
                  id: "profile",
                  label: t("people.tab.profile"),
                  content: (
                    <div className={paneClass}>
                      <ProfileTab personId={person.id} profile={person.aiProfile} />
                    </div>
                  ),
                },
                {
                  id: "timeline",
                  label: t("people.tab.timeline"),
                  content: (
                    <div className={paneClass}>
                      <TimelineTab events={person.timelineEvents} />
                    </div>
                  ),
                },
                {
                  id: "messages",
                  label: t("people.tab.messages"),
                  content: (
                    <div className={paneClass}>
                      <MessagesTab
                        personId={person.id}
                        cost={person.cost}
                        phone={person.phone}
                        draft={draft}
                        onDraft={setDraft}
                      />
                    </div>
                  ),
                },
              ] as const)
            : []),
        ]}
      />
      {deleting && person && (
        <ConfirmDialog
          title={t("people.deleteTitle", { name: personName(person, t("people.unnamed")) })}
          text={t("people.deleteText")}
          confirm={t("people.delete")}
          onCancel={() => setDeleting(false)}
          onConfirm={() => void deletePerson()}
        />
      )}
    </>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Maximize2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import { useDelete } from "#web/components/deletion/use-delete.ts";
import { AddressesSection } from "#web/components/person-addresses/addresses-section.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { FormAlert, SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { CallNow } from "./call-now.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { CustomFields } from "./custom-fields.tsx";
import { DuplicatesNotice } from "./duplicates-notice.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { PersonFields } from "./person-fields.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { hasDraftText, type MessageDraft } from "./send-message.ts";
import { SimilarPeople } from "./similar-people.tsx";
import { TimelineTab } from "./timeline-tab.tsx";
import { type PersonFormOptions, usePersonForm } from "./use-person-form.ts";

type PersonFormProps = PersonFormOptions & {
  pagePath: string | undefined;
  onDirtyChange: (dirty: boolean) => void;
  onCancel: () => void;
};

/** A plain download link lets the browser save the archive. */
const exportUrl = (id: string, language: string): string =>
  `${peopleApi.export.path.replace("{id}", id)}?language=${language}`;

/** As tall as the form, so that the dialog does not resize on a tab change. */
const paneClass = "sm:min-h-[27.5rem]";

const PersonForm = (props: PersonFormProps) => {
  const { person, pagePath, onDirtyChange, onCancel, onClose } = props;
  const { t, i18n } = useTranslation();
  const mayChange = useMay("people", "work");
  const { deleteById } = useDelete(peopleApi.remove, {
    deleted: t("people.deleted"),
    failed: t("people.deleteFailed"),
  });
  const [tab, setTab] = useState<"basic" | "profile" | "timeline" | "messages">("basic");
  const [draft, setDraft] = useState<MessageDraft>();
  const [shownEntry, setShownEntry] = useState<string>();
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  const { form, busy, refusal, knownPerson, submit, submitSeparate, loadNewest, isDirty } =
    usePersonForm(props);
  const hasUnsaved = isDirty || hasDraftText(draft);
  useEffect(() => onDirtyChange(hasUnsaved), [hasUnsaved, onDirtyChange]);

  const openTab = (next: typeof tab) => {
    setTab(next);
    setShownEntry(undefined);
  };
  const links = {
    events: person?.timelineEvents ?? [],
    onOpen: (entryId: string) => {
      setTab("timeline");
      setShownEntry(entryId);
    },
  };
  const writeMessage = (next: MessageDraft) => {
    // A text that was begun stays.
    setDraft((current) => (current && hasDraftText(current) ? { ...current, channel: next.channel } : next));
    openTab("messages");
  };

  const deletePerson = () => {
    if (!person) return;
    // Close before deleting, so that the deleted person is not refetched.
    onClose();
    void deleteById(person.id);
  };

  const basicTab = (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {person ? (
        <DuplicatesNotice personId={person.id} duplicates={person.possibleDuplicates} />
      ) : (
        <SimilarPeople {...form.watch()} />
      )}
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
        <legend className="sr-only">{t("people.tab.basic")}</legend>
        <PersonFields form={form} />
        <CustomFields form={form} />
      </fieldset>
      {person && <AddressesSection personId={person.id} />}
      {person && <ConsentPanel person={person} />}
      <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
      {knownPerson !== undefined && (
        <FormAlert
          action={
            <Button size="sm" disabled={busy} onClick={() => void submitSeparate()}>
              {t("people.known.addAnyway")}
            </Button>
          }
        >
          {t("people.known.text")}{" "}
          <Link href={`/people/${knownPerson}`} className="text-sea underline underline-offset-2">
            {t("people.known.open")}
          </Link>
        </FormAlert>
      )}
      <DialogActions>
        {person && mayChange && (
          <div className="mr-auto flex flex-wrap gap-2">
            <Button className="text-bad" onClick={() => setConfirmingDelete(true)}>
              {t("people.delete")}
            </Button>
            <Button asChild>
              <a href={exportUrl(person.id, i18n.language)} download>
                {t("people.export")}
              </a>
            </Button>
          </div>
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
    <div className="relative grid grid-cols-1 gap-3">
      {person && (
        <div className="flex gap-2 max-sm:*:flex-1 sm:absolute sm:top-0.5 sm:right-0 sm:z-10">
          {pagePath && (
            <Button asChild size="sm" variant="ghost" className="max-sm:h-9">
              <Link href={pagePath}>
                <Maximize2 aria-hidden="true" />
                {t("personPage.openPage")}
              </Link>
            </Button>
          )}
          <CallNow person={person} />
        </div>
      )}
      <Tabs
        label={t(person ? "people.editTitle" : "people.add")}
        value={tab}
        onChange={openTab}
        tabs={[
          { id: "basic", label: t("people.tab.basic"), content: basicTab },
          ...(person
            ? ([
                {
                  id: "profile",
                  label: t("people.tab.profile"),
                  content: (
                    <div className={paneClass}>
                      <ProfileTab
                        personId={person.id}
                        profile={person.aiProfile}
                        links={links}
                        onWrite={writeMessage}
                      />
                    </div>
                  ),
                },
                {
                  id: "timeline",
                  label: t("people.tab.timeline"),
                  content: (
                    <div className={paneClass}>
                      <TimelineTab events={person.timelineEvents} shownEntry={shownEntry} />
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
                        name={personName(person, t("people.unnamed"))}
                        cost={person.cost}
                        phone={person.phone}
                        draft={draft}
                        onDraftChange={setDraft}
                      />
                    </div>
                  ),
                },
              ] as const)
            : []),
        ]}
      />
      {confirmingDelete && person && (
        <ConfirmDialog
          title={t("people.deleteTitle", { name: personName(person, t("people.unnamed")) })}
          text={t("people.deleteText")}
          confirm={t("people.delete")}
          onCancel={() => setConfirmingDelete(false)}
          onConfirm={deletePerson}
        />
      )}
    </div>
  );
};

type PersonDialogProps = {
  id: string | undefined;
  /** Of the person's page; undefined for a new person. */
  pagePath: string | undefined;
  onClose: () => void;
};

type DialogHandlers = Pick<PersonFormProps, "onDirtyChange" | "onCancel" | "onClose" | "pagePath">;

const FormSkeleton = () => (
  <div aria-busy="true" className="grid gap-5 sm:grid-cols-2">
    {["a", "b", "c", "d", "e", "f"].map((field) => (
      <Skeleton key={field} className="h-15" />
    ))}
  </div>
);

const ExistingPerson = ({ id, ...handlers }: { id: string } & DialogHandlers) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(peopleApi.get, { params: { id } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton />;
  const fetchNewest = async (): Promise<PersonDetail | undefined> => (await refetch()).data;
  return <PersonForm person={data} fetchNewest={fetchNewest} {...handlers} />;
};

export const PersonDialog = ({ id, pagePath, onClose }: PersonDialogProps) => {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const { data } = useQuery({ ...apiQuery(peopleApi.get, { params: { id: id ?? "" } }), enabled: false });
  return (
    <FormDialog
      dirty={dirty}
      onClose={onClose}
      title={t(id ? "people.editTitle" : "people.add")}
      description={data && <span className="line-clamp-2">{personName(data, t("people.unnamed"))}</span>}
      // One height for all tabs, so that the dialog does not jump between them.
      className={id ? "h-[min(780px,90dvh)] sm:max-w-2xl" : "sm:max-w-2xl"}
    >
      {(cancel) => {
        const handlers = { pagePath, onDirtyChange: setDirty, onCancel: cancel, onClose };
        return id ? <ExistingPerson id={id} {...handlers} /> : <PersonForm {...handlers} />;
      }}
    </FormDialog>
  );
};

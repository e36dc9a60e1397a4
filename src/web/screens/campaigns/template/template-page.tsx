import { ArrowLeft, Copy, History, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { LeaveDialog } from "#web/components/layout/leave-guard.tsx";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { useTemplatePaths } from "#web/components/template/template-path.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { toast } from "#web/lib/toast.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { AssistMenu } from "./assist-menu.tsx";
import { ChecksCard } from "./checks-card.tsx";
import { DeleteTemplateDialog } from "./delete-template-dialog.tsx";
import { DraftNotice, SaveButtons } from "./draft-notice.tsx";
import { EmailCard } from "./email/email-card.tsx";
import { type EmailView, PreviewCard } from "./preview-card.tsx";
import { TemplateVersionsSheet } from "./template-versions-sheet.tsx";
import { usePreview } from "./use-preview.ts";
import { type EditedTemplate, type TemplateEditing, useTemplateDraft } from "./use-template-draft.ts";
import { UsesCard } from "./uses-card.tsx";
import { VariablesCard } from "./variables-card.tsx";
import { WordsCard } from "./words-card.tsx";

type TestSendButtonProps = {
  draft: TemplateEditing["draft"];
  language: EditedTemplate["language"];
  person: SelectedPerson | undefined;
};

/** Sends the e-mail as it is drawn to the user. */
const TestSendButton = ({ draft: { subject, body, design }, language, person }: TestSendButtonProps) => {
  const { t } = useTranslation();
  const send = useApiMutation(templatesApi.testSend);
  const sendTest = async () => {
    try {
      const { to } = await send.mutateAsync({
        body: {
          ...{ language, design, subject: textOrNull(subject), body: design ? "" : body },
          ...(person ? { personId: person.id } : {}),
        },
      });
      toast({ title: t("success.title"), description: t("templates.testSent", { to }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("templates.testFailed"),
        variant: "destructive",
      });
    }
  };
  return (
    <Button disabled={send.isPending} onClick={() => void sendTest()}>
      <Send aria-hidden="true" />
      {t("templates.testSend")}
    </Button>
  );
};

type TemplatePageProps = {
  edited: EditedTemplate;
  /** The channels and languages of the name that are stored. */
  stored: readonly Pick<EditedTemplate, "channel" | "language">[];
  /** The same message in another language, to begin with. */
  source: MessageTemplateRecord | undefined;
};

/** One message of a template: its words in one channel and language, how it looks, and where it is used. */
export const TemplatePage = ({ edited, stored, source }: TemplatePageProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const paths = useTemplatePaths();
  const mayChange = useMay("rules", "work");
  const editing = useTemplateDraft(edited);
  const { draft, change, base, isDirty, guard, refusal } = editing;
  const { name, channel, language } = edited;
  const [person, setPerson] = useState<SelectedPerson>();
  const [view, setView] = useState<EmailView>("desktop");
  const [shows, setShows] = useState<"versions" | "deletion">();
  const { data: preview, isPlaceholderData } = usePreview(
    edited,
    draft,
    person,
    view === "dark" ? "dark" : "light",
  );
  // The words in use are only looked at while there is a draft.
  const isOlder = base?.draft != null && editing.shown === "inUse";
  useTitle(draft.title);
  const goTo = (place: Partial<Pick<EditedTemplate, "channel" | "language">>) =>
    guard.confirmLeaving(() =>
      navigate(paths.page(name, { channel, language, ...place, ...(base ? {} : { title: draft.title }) })),
    );
  const has = (place: Pick<EditedTemplate, "channel" | "language">) =>
    stored.some((one) => one.channel === place.channel && one.language === place.language);

  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          href={paths.list}
          className="flex min-h-6 w-fit items-center gap-1.5 rounded text-sm text-soft hover:text-ink max-sm:min-h-9"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t("campaigns.tab.templates")}
        </Link>
        <p className="text-faint text-xs">
          {base ? t("templates.version", { number: base.version }) : t("templates.notSaved")}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="sr-only">{draft.title}</h2>
        <Input
          aria-label={t("templates.title")}
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          disabled={!mayChange || isOlder}
          onChange={({ target }) => change({ title: target.value })}
          className="h-10 min-w-0 flex-1 basis-56 border-transparent bg-transparent px-2 font-[660] text-[22px] sm:text-[22px] tracking-[-0.022em] hover:border-line"
        />
        {isDirty && base && <Badge tone="warn">{t("templates.unsaved")}</Badge>}
        <div className="flex flex-wrap items-center gap-2">
          {base && (
            <Button variant="ghost" onClick={() => setShows("versions")}>
              <History aria-hidden="true" />
              {t("rules.versions.title")}
            </Button>
          )}
          {base && mayChange && (
            <Button
              size="icon"
              variant="ghost"
              aria-label={t("templates.deleteNamed", { title: draft.title })}
              onClick={() => setShows("deletion")}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
          {mayChange && !isOlder && (
            <AssistMenu
              words={draft}
              language={language}
              source={source}
              onWords={(words) => {
                change(words);
                editing.setIsUnread(true);
              }}
            />
          )}
          {channel === "email" && mayChange && (
            <TestSendButton draft={draft} language={language} person={person} />
          )}
          {mayChange && <SaveButtons editing={editing} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SegmentedControl
          label={t("templates.channel")}
          value={channel}
          onChange={(id) => goTo({ channel: id })}
          options={outreachChannels.map((id) => ({
            id,
            label: `${t(`reasons.channel.${id}`)}${languages.some((of) => has({ channel: id, language: of })) ? "" : " +"}`,
          }))}
        />
        <SegmentedControl
          label={t("templates.languageLabel")}
          value={language}
          onChange={(id) => goTo({ language: id })}
          options={languages.map((id) => ({
            id,
            label: `${t(`templates.language.${id}`)}${has({ channel, language: id }) ? "" : " +"}`,
          }))}
        />
      </div>
      {editing.isUnread && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm"
        >
          <p className="min-w-0 flex-1 basis-60">{t("templates.ai.unread")}</p>
          <Button size="sm" onClick={() => editing.setIsUnread(false)}>
            {t("templates.ai.read")}
          </Button>
        </div>
      )}
      {base && <DraftNotice editing={editing} base={base} mayChange={mayChange} />}
      <SaveErrorAlert refusal={refusal} onLoadNewest={editing.loadNewest} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_388px]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {source && !base && mayChange && !isDirty && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sea-tint px-3 py-2.5 text-sm">
              <p className="min-w-0 flex-1 basis-60">
                {t("templates.noLanguage", { language: t(`templates.language.${language}`) })}
              </p>
              <Button
                size="sm"
                onClick={() =>
                  change({ subject: source.subject ?? "", body: source.body, design: source.design })
                }
              >
                <Copy aria-hidden="true" />
                {t("templates.copyLanguage", { language: t(`templates.language.${source.language}`) })}
              </Button>
            </div>
          )}
          <fieldset disabled={!mayChange || isOlder} className="grid min-w-0 grid-cols-1">
            <legend className="sr-only">{t("templates.fields")}</legend>
            {channel === "email" ? (
              <EmailCard editing={editing} preview={preview} />
            ) : (
              <WordsCard channel={channel} editing={editing} preview={preview} />
            )}
          </fieldset>
          {channel === "whatsapp" && <ApprovalCard editing={editing} />}
          <VariablesCard draft={draft} preview={preview} />
          {base && <UsesCard id={base.id} />}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4 xl:sticky xl:top-4">
          {mayChange && (
            <PreviewCard
              preview={draft.design || draft.body.trim() !== "" ? preview : undefined}
              isOld={isPlaceholderData}
              language={language}
              person={person}
              onPerson={setPerson}
              view={view}
              onView={setView}
            />
          )}
          {mayChange && <ChecksCard channel={channel} preview={preview} />}
        </div>
      </div>
      <LeaveDialog guard={guard} />
      {base && shows === "versions" && (
        <TemplateVersionsSheet
          template={base}
          isDirty={isDirty}
          onRestored={(restored) => {
            editing.load(restored);
            setShows(undefined);
          }}
          onClose={() => setShows(undefined)}
        />
      )}
      {base && shows === "deletion" && (
        <DeleteTemplateDialog
          template={base}
          onCancel={() => setShows(undefined)}
          onDeleted={() => {
            guard.setDirty(false);
            navigate(paths.list);
          }}
        />
      )}
    </div>
  );
};

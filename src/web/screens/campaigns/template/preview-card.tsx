import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TemplatePreview } from "#contract/templates.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { desktopMailWidth, MailFrame, phoneMailWidth } from "#web/components/template/mail-frame.tsx";
import { cn } from "#web/lib/cn.ts";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

/** How an e-mail is looked at: in a window, on a phone, in the dark, and as plain text. */
export const emailViews = ["desktop", "phone", "dark", "plain"] as const;
export type EmailView = (typeof emailViews)[number];

const Bubble = ({ lang, isOld, children }: { lang: string; isOld: boolean; children: ReactNode }) => (
  <div
    lang={lang}
    aria-busy={isOld}
    className={cn(
      "min-h-24 rounded-2xl rounded-bl-md border border-line bg-hover px-3.5 py-3 text-sm whitespace-pre-line wrap-anywhere",
      isOld && "opacity-60",
    )}
  >
    {children}
  </div>
);

type PreviewCardProps = {
  preview: TemplatePreview | undefined;
  isOld: boolean;
  language: string;
  person: SelectedPerson | undefined;
  onPerson: (person: SelectedPerson | undefined) => void;
  view: EmailView;
  onView: (view: EmailView) => void;
};

/** The message as it is sent, to a person or with samples. */
export const PreviewCard = ({
  preview,
  isOld,
  language,
  person,
  onPerson,
  view,
  onView,
}: PreviewCardProps) => {
  const { t } = useTranslation();
  const html = preview?.html ?? null;
  return (
    <Card
      title={t("templates.preview")}
      aside={
        html !== null && (
          <SegmentedControl
            label={t("templates.view.label")}
            options={emailViews.map((id) => ({ id, label: t(`templates.view.${id}`) }))}
            value={view}
            onChange={onView}
          />
        )
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <PersonPicker
          label={t("templates.findPerson")}
          chosenText={(name) => t("templates.asGot", { name })}
          value={person}
          onChange={onPerson}
        />
        {preview?.subject && (
          <p lang={language} className="wrap-anywhere font-[600] text-sm">
            {preview.subject}
          </p>
        )}
        {html !== null && view !== "plain" ? (
          <div
            aria-busy={isOld}
            className={cn("min-w-0 overflow-hidden rounded-lg border border-line", isOld && "opacity-60")}
          >
            <MailFrame
              html={html}
              title={t("templates.preview")}
              width={view === "phone" ? phoneMailWidth : desktopMailWidth}
            />
          </div>
        ) : (
          <Bubble lang={language} isOld={isOld}>
            {preview?.text || <span className="text-faint">{t("templates.previewEmpty")}</span>}
          </Bubble>
        )}
        {preview && preview.missing.length > 0 && (
          <p className="wrap-anywhere text-warn text-xs">
            {t("templates.missing", { names: preview.missing.join(", ") })}
          </p>
        )}
      </div>
    </Card>
  );
};

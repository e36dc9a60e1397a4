import { useQuery } from "@tanstack/react-query";
import {
  CircleHelp,
  Download,
  Ellipsis,
  ListPlus,
  Merge,
  PencilLine,
  SendHorizontal,
  Trash2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import { useDelete } from "#web/components/deletion/use-delete.ts";
import { MergeDialog } from "#web/components/merge/merge-dialog.tsx";
import { PersonPicker } from "#web/components/person/person-picker.tsx";
import { PersonTags } from "#web/components/person/person-tags.tsx";
import { useClockText } from "#web/lib/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { CallNow } from "#web/screens/people/person/call-now.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { profileQuery } from "./profile-query.ts";

const PersonDialog = lazy(async () => ({
  default: (await import("#web/screens/people/person/person-dialog.tsx")).PersonDialog,
}));

const maxTags = 4;

const LocalTime = ({ zone }: { zone: string }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const time = useClockText((now) =>
    new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: zone }).format(now),
  );
  return <>{t("personPage.head.localTime", { time })}</>;
};

type MergeWithProps = { personId: string; onClose: () => void };

/** Chooses the other person of a merge, then compares the two. */
const MergeWith = ({ personId, onClose }: MergeWithProps) => {
  const { t } = useTranslation();
  const [otherId, setOtherId] = useState<string>();
  if (otherId) return <MergeDialog ids={[personId, otherId]} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("personPage.head.mergeWith")}
      description={t("personPage.head.mergeText")}
      className="sm:max-w-md"
    >
      <PersonPicker
        label={t("personPage.head.mergePick")}
        value={undefined}
        onChange={(other) => other && other.id !== personId && setOtherId(other.id)}
      />
    </Dialog>
  );
};

type PageHeadProps = {
  person: PersonDetail;
  ownerName: string | undefined;
  listPath: string;
  onAddTask: () => void;
  /** Shows why rules fired and segments hold the person, or do not. */
  onWhy: () => void;
};

/** Who the person is, and what can be done with them. */
export const PageHead = ({ person, ownerName, listPath, onAddTask, onWhy }: PageHeadProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const [, navigate] = useLocation();
  const mayChange = useMay("people", "work");
  const mayRead = useMay("inbox", "view");
  const mayWrite = useMay("inbox", "work");
  const { data: profile } = useQuery(profileQuery(person));
  const [dialog, setDialog] = useState<"delete" | "edit" | "merge">();
  const { deleteById } = useDelete(peopleApi.remove, {
    deleted: t("people.deleted"),
    failed: t("people.deleteFailed"),
  });
  const name = personName(person, t("people.unnamed"));
  const place = [person.town, person.region].filter(Boolean).join(", ");
  const zone = profile?.bestTime.timezone ?? person.timezone;
  const details = [
    zone && <LocalTime key="time" zone={zone} />,
    person.language && t(`personPage.head.writes.${person.language}`),
    ownerName && (
      <span key="owner">
        {t("personPage.head.owner")} <b className="font-[540] text-ink">{ownerName}</b>
      </span>
    ),
    t("personPage.head.since", { at: format.day(person.createdAt) }),
  ].filter(Boolean);
  const close = () => setDialog(undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 p-4 sm:px-4.5">
      <Avatar name={name} className="size-13 text-lg" />
      <div className="min-w-0 flex-1 basis-56 max-sm:basis-[calc(100%-70px)]">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 title={name} className="min-w-0 truncate font-[640] text-xl leading-[26px] tracking-[-0.02em]">
            {name}
          </h2>
          <Badge>{t(`people.type.${person.type}`)}</Badge>
          <PersonTags tags={person.tags} max={maxTags} className="max-sm:hidden" />
        </div>
        <p title={place || undefined} className="line-clamp-3 text-sm text-soft wrap-anywhere">
          {place}
          {details.map((detail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the details have a fixed order
            <span key={index} className="max-sm:hidden">
              {(place || index > 0) && " · "}
              {detail}
            </span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {mayRead && (
          <Button asChild variant={mayWrite ? "primary" : "secondary"}>
            <Link href={`/inbox/${person.id}`}>
              <SendHorizontal aria-hidden="true" />
              {t(mayWrite ? "personPage.head.message" : "personPage.head.read")}
              <Kbd className="border-current/60 bg-transparent text-inherit max-sm:hidden pointer-coarse:hidden">
                R
              </Kbd>
            </Link>
          </Button>
        )}
        <CallNow person={person} isLarge />
        {mayChange && (
          <>
            <Button className="max-sm:hidden" onClick={onAddTask}>
              <ListPlus aria-hidden="true" />
              {t("personPage.head.task")}
              <Kbd className="pointer-coarse:hidden">T</Kbd>
            </Button>
            <ActionMenu
              trigger={
                <Button size="icon" aria-label={t("personPage.head.more", { name })}>
                  <Ellipsis aria-hidden="true" />
                </Button>
              }
              actions={[
                {
                  id: "edit",
                  label: t("personPage.head.edit"),
                  icon: <PencilLine aria-hidden="true" />,
                  run: () => setDialog("edit"),
                },
                {
                  id: "task",
                  label: t("inbox.task.add"),
                  icon: <ListPlus aria-hidden="true" />,
                  run: onAddTask,
                },
                {
                  id: "why",
                  label: t("personPage.head.why"),
                  icon: <CircleHelp aria-hidden="true" />,
                  run: onWhy,
                },
                {
                  id: "merge",
                  label: t("personPage.head.mergeWith"),
                  icon: <Merge aria-hidden="true" />,
                  run: () => setDialog("merge"),
                },
                {
                  id: "export",
                  label: t("people.export"),
                  icon: <Download aria-hidden="true" />,
                  run: () =>
                    window.location.assign(
                      `${peopleApi.export.path.replace("{id}", person.id)}?language=${i18n.language}`,
                    ),
                },
                {
                  id: "delete",
                  label: t("people.delete"),
                  icon: <Trash2 aria-hidden="true" />,
                  danger: true,
                  run: () => setDialog("delete"),
                },
              ]}
            />
          </>
        )}
      </div>
      {dialog === "edit" && (
        <Suspense fallback={null}>
          <PersonDialog id={person.id} pagePath={undefined} onClose={close} />
        </Suspense>
      )}
      {dialog === "merge" && <MergeWith personId={person.id} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("people.deleteTitle", { name })}
          text={t("people.deleteText")}
          confirm={t("people.delete")}
          onCancel={close}
          onConfirm={() => {
            // Leave before deleting, so that the deleted person is not refetched.
            navigate(listPath);
            void deleteById(person.id);
          }}
        />
      )}
    </div>
  );
};

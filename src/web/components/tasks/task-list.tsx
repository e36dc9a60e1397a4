import { Plus } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Task, tasksApi } from "#contract/tasks.ts";
import { storedHandoffTitle } from "#domain/conversations/handoff-titles.ts";
import { dateIn } from "#domain/day.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay, useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { fromWallClock } from "#web/lib/zoned-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/input.tsx";
import { ExternalTasks } from "./external-tasks.tsx";

const useFailure = () => {
  const { t } = useTranslation();
  return (error: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(error) ?? t("error.save"),
      variant: "destructive",
    });
};

const TaskForm = ({ personId, onClose }: { personId: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const zone = useZone();
  const user = useUser();
  const showFailure = useFailure();
  const [title, setTitle] = useState("");
  const [date, setDate] = useState("");
  const create = useApiMutation(tasksApi.create);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    create.mutate(
      {
        body: {
          personId,
          title: title.trim(),
          // A day without a time is due in the morning.
          dueAt: date ? (fromWallClock(`${date}T09:00`, zone) ?? null) : null,
          ownerId: user.id,
        },
      },
      { onSuccess: onClose, onError: showFailure },
    );
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      className="mt-1.5 grid gap-2"
    >
      <Input
        autoFocus
        value={title}
        maxLength={200}
        aria-label={t("inbox.task.title")}
        placeholder={t("inbox.task.title")}
        onChange={(event) => setTitle(event.target.value)}
        className="h-8"
      />
      <div className="flex items-center gap-2">
        <Input
          type="date"
          value={date}
          min={dateIn(Date.now(), zone)}
          aria-label={t("inbox.task.due")}
          onChange={(event) => setDate(event.target.value)}
          className="h-8 flex-1"
        />
        <Button size="sm" type="submit" variant="primary" disabled={title.trim() === "" || create.isPending}>
          {t("inbox.task.save")}
        </Button>
      </div>
    </form>
  );
};

const DueTime = ({ dueAt }: { dueAt: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const now = Date.now();
  const isToday = dateIn(Date.parse(dueAt), zone) === dateIn(now, zone);
  const isLate = Date.parse(dueAt) < now || isToday;
  const isSoon = Date.parse(dueAt) - now < 6 * 86_400_000;
  return (
    <time
      dateTime={dueAt}
      title={format.dateTime(dueAt)}
      className={cn("ml-auto shrink-0 pl-2 text-xs", isLate ? "font-[540] text-bad" : "text-faint")}
    >
      {isToday ? t("inbox.task.today") : isSoon && !isLate ? format.weekday(dueAt) : format.day(dueAt)}
    </time>
  );
};

type TaskListProps = {
  personId: string;
  tasks: readonly Task[];
  /** Opens the form each time it is raised. */
  addRequests?: number;
};

/** What is to be done for a person. A done task can be taken back by its toast. */
export const TaskList = ({ personId, tasks, addRequests = 0 }: TaskListProps) => {
  const { t, i18n } = useTranslation();
  const titleOf = ({ title, madeBy }: Task): string =>
    madeBy === "handoff" ? storedHandoffTitle(title, i18n.language === "es" ? "es" : "en") : title;
  const mayChange = useMay("people", "work");
  const showFailure = useFailure();
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    if (addRequests > 0) setAdding(true);
  }, [addRequests]);
  const update = useApiMutation(tasksApi.update);
  useShortcuts(mayChange ? { t: () => setAdding(true) } : {});
  const setDone = async (task: Task, done: boolean) => {
    try {
      await update.mutateAsync({ params: { id: task.id }, body: { done } });
      toast({
        title: t(done ? "inbox.task.done" : "inbox.task.reopened", { title: titleOf(task) }),
        action: {
          label: t("inbox.undo"),
          run: () =>
            void update.mutateAsync({ params: { id: task.id }, body: { done: !done } }).catch(showFailure),
        },
      });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <>
      {tasks.length === 0 && !isAdding && <p className="text-soft text-xs">{t("inbox.task.none")}</p>}
      <ul className="grid">
        {tasks.map((task) => (
          <li key={task.id} className="flex min-h-8 items-center gap-2 text-sm max-sm:min-h-9">
            <Checkbox
              checked={task.doneAt !== null}
              disabled={!mayChange}
              aria-label={t("inbox.task.mark", { title: titleOf(task) })}
              onCheckedChange={(done) => void setDone(task, done)}
            />
            <span className={cn("min-w-0 break-words", task.doneAt !== null && "text-faint line-through")}>
              {titleOf(task)}
            </span>
            {task.dueAt && <DueTime dueAt={task.dueAt} />}
          </li>
        ))}
      </ul>
      {mayChange &&
        (isAdding ? (
          <TaskForm personId={personId} onClose={() => setAdding(false)} />
        ) : (
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2 mt-1 h-7 px-2 max-sm:h-9"
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden="true" />
            {t("inbox.task.add")}
          </Button>
        ))}
      <ExternalTasks personId={personId} />
    </>
  );
};

import type { PersonListItem } from "#contract/people.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";

const highScore = 75;

type ScoreBarProps = { value: number; label: string; className?: string };

export const ScoreBar = ({ value, label, className }: ScoreBarProps) => {
  const score = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <span className={cn("flex items-center gap-2", className)}>
      <span className="sr-only">{label}</span>
      <b className="w-6 font-[600] tabular-nums">{score}</b>
      <span aria-hidden="true" className="h-1.5 w-10 overflow-hidden rounded bg-hover xl:w-21">
        <span
          className={cn("block h-full rounded", score > highScore ? "bg-beam" : "bg-sea")}
          style={{ width: `${score}%` }}
        />
      </span>
    </span>
  );
};

export const statusTones = {
  new: "sea",
  qualified: "warn",
  contacted: "quiet",
  converted: "ok",
} as const satisfies Record<PersonListItem["status"], string>;

export const Age = ({ instant }: { instant: string }) => <time dateTime={instant}>{useAge(instant)}</time>;

export const PersonCell = ({ person, unnamed }: { person: PersonListItem; unnamed: string }) => {
  const name = personName(person, unnamed);
  const { email, phone } = person;
  const hasName = Boolean(person.firstName || person.lastName);
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} className="max-sm:hidden" />
      <div className="min-w-0">
        <p className="truncate font-[540]">{name}</p>
        {hasName && (email || phone) && (
          // Wide screens show the phone in its own column.
          <p className={cn("truncate text-faint text-xs leading-[15px]", !email && "lg:hidden")}>
            {email ?? formatPhone(phone ?? "")}
          </p>
        )}
      </div>
    </div>
  );
};

type TagListProps = {
  tags: readonly string[];
  /** As many as fit; the others are counted. */
  most?: number;
};

export const TagList = ({ tags, most = 2 }: TagListProps) => (
  <span className="flex min-w-0 items-center gap-1" title={tags.join(", ")}>
    {tags.slice(0, most).map((tag) => (
      <Badge key={tag} className="min-w-0">
        <span className="truncate">{tag}</span>
      </Badge>
    ))}
    {tags.length > most && <span className="shrink-0 text-faint text-xs">+{tags.length - most}</span>}
  </span>
);

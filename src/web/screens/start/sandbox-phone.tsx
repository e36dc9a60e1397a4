import { SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnPhone } from "#contract/first-steps.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cn } from "#web/lib/cn.ts";
import { useSandboxPhone } from "./use-sandbox-phone.ts";

/** The phone of the customer, played by the simulator on this machine. */
export const SandboxPhone = ({ phone: { number, name } }: { phone: OwnPhone }) => {
  const { t } = useTranslation();
  const { entries, isAway, reply } = useSandboxPhone(number);
  const [text, setText] = useState("");
  const headingId = useId();
  const end = useRef<HTMLDivElement>(null);
  const count = entries?.length ?? 0;
  useEffect(() => {
    const list = end.current?.parentElement;
    if (count > 0 && list) list.scrollTop = list.scrollHeight;
  }, [count]);
  const firstName = name.split(" ")[0] ?? name;
  const canReply = entries?.some(({ arrived }) => arrived) === true;
  return (
    <section
      aria-labelledby={headingId}
      className="flex h-65 min-w-0 flex-col gap-3 rounded-[20px] border border-line bg-panel p-3.5"
    >
      <h3 id={headingId} className="text-center text-faint text-xs">
        {t("start.message.phone")}
        <span className="block tabular-nums">{formatPhone(number)}</span>
      </h3>
      <div
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-labelledby={headingId}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto text-sm"
      >
        {count === 0 && (
          <p className="m-auto px-3 text-center text-faint text-xs">
            {t(isAway ? "start.message.phoneFailed" : "start.message.empty")}
          </p>
        )}
        {entries?.map(({ id, text: words, arrived }) => (
          <p
            key={id}
            className={cn(
              "max-w-[85%] whitespace-pre-line break-words rounded-card px-3 py-2",
              arrived ? "self-start bg-hover" : "self-end bg-sea-tint",
            )}
          >
            {words}
          </p>
        ))}
        <div ref={end} />
      </div>
      <form
        className="flex items-center gap-1 rounded-full border border-edge bg-panel pr-1 pl-3 focus-within:border-sea"
        onSubmit={(event) => {
          event.preventDefault();
          reply.mutate(text.trim(), { onSuccess: () => setText("") });
        }}
      >
        <input
          aria-label={t("start.message.replyLabel")}
          placeholder={t("start.message.reply", { name: firstName })}
          value={text}
          maxLength={1000}
          disabled={!canReply}
          onChange={(event) => setText(event.target.value)}
          className="h-9 min-w-0 flex-1 bg-transparent text-base outline-none disabled:cursor-not-allowed sm:text-sm"
        />
        <button
          type="submit"
          aria-label={t("start.message.sendReply")}
          disabled={!canReply || text.trim() === "" || reply.isPending}
          className="grid size-8 shrink-0 place-items-center rounded-full text-sea hover:bg-hover disabled:text-faint"
        >
          <SendHorizontal aria-hidden="true" className="size-4" />
        </button>
      </form>
      {reply.isError && (
        <p role="alert" className="text-bad text-xs">
          {t("start.message.replyFailed")}
        </p>
      )}
    </section>
  );
};

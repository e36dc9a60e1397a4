import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readingApi } from "#contract/reading.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";

type OutgoingTextProps = { message: { text: string; previous: string | null; personId: string | null } };

/** What a vendor would get if a model were asked to read the message. Nothing is sent. */
export const OutgoingText = ({ message }: OutgoingTextProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["outgoing-text", message],
    queryFn: () => callApi(readingApi.outgoing, { body: { ...message, channel: null } }),
    enabled: isOpen,
  });
  return (
    <details
      className="border-line border-t pt-3 text-sm"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-[550] text-sea">{t("brain.playground.outgoing")}</summary>
      <div className="mt-2 grid gap-2" aria-busy={isOpen && !data && !error}>
        {data && (
          <>
            <p className="text-faint text-xs">
              {t(data.isMinimised ? "brain.playground.minimised" : "brain.playground.notMinimised")}
            </p>
            {data.previous !== null && (
              <p className="whitespace-pre-wrap break-words rounded-lg bg-hover px-3 py-2 text-faint">
                {data.previous}
              </p>
            )}
            <p className="whitespace-pre-wrap break-words rounded-lg bg-hover px-3 py-2">{data.text}</p>
          </>
        )}
        {error && <p className="text-bad">{serverMessage(error)}</p>}
      </div>
    </details>
  );
};

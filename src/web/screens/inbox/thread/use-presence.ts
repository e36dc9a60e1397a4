import { useEffect, useRef, useState } from "react";
import type { OutputOf } from "#contract/api-route.ts";
import { inboxApi } from "#contract/inbox.ts";
import { callApi } from "#web/lib/api.ts";

const beatMs = 10_000;
/** After a pause of this length the writer no longer types. */
const typingMs = 6000;

export type OtherUser = OutputOf<(typeof inboxApi)["beat"]>["others"][number];

/** Tells colleagues that one looks at a conversation or writes in it, and learns who else does. */
export const usePresence = (personId: string) => {
  const [others, setOthers] = useState<OtherUser[]>([]);
  const typedAt = useRef(0);
  const beat = useRef<() => void>(() => {});

  useEffect(() => {
    let isLeft = false;
    const send = async (doing: "looking" | "typing" | "left") => {
      try {
        const answer = await callApi(inboxApi.beat, { params: { id: personId }, body: { doing } });
        if (!isLeft) setOthers(answer.others);
      } catch {
        // Presence is a courtesy: without it the conversation works as well.
      }
    };
    beat.current = () => {
      if (document.visibilityState === "visible")
        void send(Date.now() - typedAt.current < typingMs ? "typing" : "looking");
    };
    beat.current();
    const timer = setInterval(() => beat.current(), beatMs);
    return () => {
      isLeft = true;
      clearInterval(timer);
      void send("left");
    };
  }, [personId]);

  const onTyping = () => {
    const wasTyping = Date.now() - typedAt.current < typingMs;
    typedAt.current = Date.now();
    if (!wasTyping) beat.current();
  };
  return { others, onTyping };
};

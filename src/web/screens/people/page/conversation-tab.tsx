import { SendHorizontal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Conversation } from "#web/components/thread/conversation.tsx";
import { useThreadItems } from "#web/components/thread/use-thread-items.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

/** The conversation as the inbox has it, to read; answers are written in the inbox. */
export const ConversationTab = ({ personId, name }: { personId: string; name: string }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayWrite = useMay("inbox", "work");
  const { items, error } = useThreadItems(personId, undefined);
  return (
    <Card>
      <Conversation
        personId={personId}
        name={name}
        // A message that was taken back is written anew in the inbox.
        onUndone={() => navigate(`/inbox/${personId}`)}
        className="-mx-1 max-h-[max(20rem,68dvh)] px-1"
      />
      {(items || error) && (
        <p className="mt-4 flex justify-end border-line border-t pt-3">
          <Button asChild variant={mayWrite ? "primary" : "secondary"}>
            <Link href={`/inbox/${personId}`}>
              <SendHorizontal aria-hidden="true" />
              {t(mayWrite ? "personPage.conversation.answer" : "personPage.conversation.open")}
            </Link>
          </Button>
        </p>
      )}
    </Card>
  );
};

import type { ProposedOptOut } from "#domain/approvals/content.ts";
import { cutText } from "#domain/storable-text.ts";
import { addProposals } from "#server/store/delivery/proposals.ts";
import type { WriteContext } from "#server/store/write.ts";

const maxWordsLength = 200;

/**
 * A complaint that encloses no message of ours, or an opt-out from a sender who is known to be forged, stops nothing: an
 * operator decides about it.
 */
export const proposeOptOut = (
  context: WriteContext,
  { address, subject, words }: Pick<ProposedOptOut, "address" | "subject" | "words">,
  { eventId, people }: { eventId: string; people: readonly string[] },
): Promise<void> =>
  addProposals(
    context,
    people.map((personId) => ({
      kind: "opt_out" as const,
      personId,
      sourceName: "E-mail",
      content: {
        optOut: {
          proposer: "mail" as const,
          address,
          subject,
          words: cutText(words, maxWordsLength),
          eventId,
        },
      },
    })),
  );

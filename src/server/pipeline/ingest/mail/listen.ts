import type { IncomingMail } from "#server/mail/incoming-mail.ts";
import { readyMail } from "./accept.ts";
import { answers, type TakingMail, takeMail } from "./take-mail.ts";

type Find = (localPart: string) => Promise<{ endpointId: string } | undefined>;

/** Addresses of endpoints, and those that our own letters carry. */
export const withAnswers =
  (find: Find, returns: TakingMail["returns"]): Find =>
  async (localPart) =>
    returns.read(localPart) === undefined ? find(localPart) : { endpointId: answers };

/** For the listener: one event for each endpoint, all committed together, and only then their ids. */
export const acceptMail =
  (taking: TakingMail, trusted: readonly string[] = []) =>
  async ({ raw, recipients, envelope }: IncomingMail): Promise<string[]> => {
    const ready = await readyMail(raw, envelope, trusted);
    const taken = await takeMail(
      ready,
      recipients.map(({ endpointId }) => endpointId),
      taking,
    );
    return taken ?? [];
  };

import { type ClickAttempt, decideClick } from "#domain/messages/click.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import { countClick, lockShortLink, type OpenedLink } from "#server/store/delivery/short-links.ts";
import type { Write } from "#server/store/write.ts";
import { recordInbound, storeInbound } from "./record-inbound.ts";

type ClickContext = {
  write: Write;
  clock: Clock;
  settings: Parameters<typeof recordInbound>[2];
};

/** Calls have no links; what is sent on X comes back on X. */
const channelOf = ({ channel }: OpenedLink) => (channel === "voice_agent" ? "call" : channel);

/**
 * Makes a click an event of the person, unless a machine made it, or it is one more of the same. A link whose message
 * or person was deleted leaves no trace. Returns whether it counted.
 */
export const receiveClick = (
  { write, clock, settings }: ClickContext,
  code: string,
  request: Pick<ClickAttempt, "hasPage" | "userAgent" | "purpose">,
): Promise<boolean> =>
  write(system, async (context) => {
    const { tx } = context;
    const link = await lockShortLink(tx, code);
    if (!link) return false;
    const now = clock.now();
    if (decideClick({ ...request, ...link, now }) !== null) return false;
    const { personId, target, actionId, simulation, address } = link;
    const isTest = simulation === "test";
    const payload = {
      ...{ type: "link_clicked", channel: channelOf(link), from: address },
      ...{ link: target, messageId: actionId },
      ...(isTest ? { simulated: true } : {}),
    };
    const { id, isNew } = await storeInbound(context, payload, `click:${code}:${link.clicks + 1}`);
    await countClick(tx, code, now);
    if (!isNew) return false;
    await recordInbound(
      context,
      { id, payload, address, text: null, report: target, personId, isTest },
      settings,
    );
    return true;
  });

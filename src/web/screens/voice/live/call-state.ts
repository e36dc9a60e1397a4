import type { TFunction } from "i18next";
import type { LiveCall } from "#contract/voice.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { formatCallTime } from "#web/screens/voice/call-time.ts";

export const liveName = ({ personName, phoneNumber }: Pick<LiveCall, "personName" | "phoneNumber">): string =>
  personName ?? formatPhone(phoneNumber);

/** The first name, where there is one. */
export const shortLiveName = (call: LiveCall): string => call.personName?.split(" ")[0] ?? liveName(call);

/** The agent has left the call: it rings at the team's telephones, or somebody speaks there. */
export const isTransferred = ({ status, owner }: LiveCall): boolean =>
  status !== "ringing" && owner === "nobody";

/** Waits for a person of the team, who can take it here. */
export const asksForPerson = ({ handoffReason, owner }: LiveCall): boolean =>
  handoffReason !== null && owner === "agent";

export const isVoicemail = ({ answeredBy }: LiveCall): boolean => answeredBy?.startsWith("machine") === true;

/** What is special about a call now; undefined for one that the agent leads. */
export const liveState = (call: LiveCall, t: TFunction): string | undefined => {
  if (call.status === "ringing") return t("liveCalls.state.ringing");
  if (call.owner === "operator") return t("liveCalls.state.taken");
  if (isTransferred(call)) return t("liveCalls.state.transferred");
  if (call.handoffReason) return t(`liveCalls.reason.${call.handoffReason}`);
  return isVoicemail(call) ? t("liveCalls.state.voicemail") : undefined;
};

/** Milliseconds since the answer, by the server's clock. */
export const elapsedMs = (call: LiveCall, now: number, clockOffset: number): number =>
  call.answeredAt === null ? 0 : Math.max(0, now - clockOffset - Date.parse(call.answeredAt));

export const elapsedText = (call: LiveCall, now: number, clockOffset: number): string =>
  call.answeredAt === null ? "" : formatCallTime(elapsedMs(call, now, clockOffset));

/** Where the vendor asks for a part of a call: its start, a transfer, a message. */
export const callPartUrl = (
  origin: string,
  callId: string,
  part: string,
  more: Record<string, string> = {},
): string => {
  const url = new URL(`${origin}/hooks/vendors/twilio-voice`);
  for (const [name, value] of Object.entries({ part, call: callId, ...more }))
    url.searchParams.set(name, value);
  return url.href;
};

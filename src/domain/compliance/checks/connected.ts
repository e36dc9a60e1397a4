import { defineCheck, pass, passWith, stop } from "#domain/compliance/check.ts";

/** A message needs a vendor. A simulator counts as one in the demo, and where test sends are allowed. */
export const connectedCheck = defineCheck({
  id: "connected",
  reasons: {
    channel_not_connected: "stop",
    sent_to_simulator: "note",
  },
  evaluate: ({ channel }, { connections }) => {
    const connection = connections[channel];
    if (connection === "none") return stop({ code: "channel_not_connected", channel });
    return connection === "test" ? passWith({ code: "sent_to_simulator", channel }) : pass;
  },
});

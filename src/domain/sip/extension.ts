export const sipTransports = ["UDP", "TCP", "TLS"] as const;
export type SipTransport = (typeof sipTransports)[number];

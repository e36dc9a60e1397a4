/** Limits for one message. A message beyond them is rejected, or stored without being parsed. */
export const mailLimits = {
  messageBytes: 25 * 1024 * 1024,
  nesting: 20,
  parts: 200,
  /** A message of maximum size has about 350,000; each line costs far more memory than its bytes. */
  lines: 600_000,
  headerBytes: 256 * 1024,
  textBytes: 200 * 1024,
  htmlBytes: 2 * 1024 * 1024,
  reportBytes: 64 * 1024,
  addresses: 100,
  references: 50,
  addressBytes: 320,
  nameBytes: 200,
  subjectBytes: 1000,
  headerValueBytes: 20_000,
  referencesBytes: 50_000,
  filenameBytes: 255,
  reportParts: 10,
} as const;

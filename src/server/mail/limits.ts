/** What one message may be. Beyond it is refused, or kept unread. */
export const mailLimits = {
  messageBytes: 25 * 1024 * 1024,
  nesting: 20,
  parts: 200,
  /** A full message of attachments has some 350,000; each costs far more memory than its bytes. */
  lines: 600_000,
  headerBytes: 256 * 1024,
  textBytes: 200 * 1024,
  htmlBytes: 2 * 1024 * 1024,
  reportBytes: 64 * 1024,
  addresses: 100,
  references: 50,
} as const;

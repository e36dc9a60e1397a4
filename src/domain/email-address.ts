/** Also with letters beyond ASCII before the @ (RFC 6531) and in the domain. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

/** One writing for each address: lower case and composed accents. */
export const normalizeEmail = (address: string): string => address.trim().normalize("NFC").toLowerCase();

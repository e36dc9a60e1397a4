/** Equal for equal values. A change by accident is found; one that is made to look the same need not be. */
export const fingerprintOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  // FNV-1a with 64 bits.
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
};

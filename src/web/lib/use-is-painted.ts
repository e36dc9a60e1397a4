import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/** False until the component was painted, for what may follow after it. */
export const useIsPainted = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
};

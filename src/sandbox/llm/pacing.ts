import type { SandboxSettings } from "#sandbox/settings.ts";

/** True for an event that carries a piece of the answer, not only its frame. */
const carriesToken = (chunk: string): boolean =>
  /"delta":"|"delta":\{"(?:content":"[^"]|tool_calls")|"parts":\[\{"(?:text":"[^"]|functionCall")/.test(
    chunk,
  );

/** The pause before each event: the first token comes late, the others follow at the model's rate. */
export const createPacing = ({ firstTokenMs, tokensPerSecond, chunkMs }: SandboxSettings["llm"]) => {
  let [isFirstEvent, isFirstToken] = [true, true];
  return (chunk: string): number => {
    const isToken = carriesToken(chunk);
    const chunkPause = isFirstEvent ? 0 : chunkMs;
    isFirstEvent = false;
    const tokenPause = tokensPerSecond > 0 ? (isToken ? 1000 / tokensPerSecond : 0) : chunkPause;
    if (!isToken || !isFirstToken) return tokenPause;
    isFirstToken = false;
    return firstTokenMs > 0 ? firstTokenMs : tokenPause;
  };
};

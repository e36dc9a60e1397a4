import { defineCheck, pass, stop } from "#domain/compliance/check.ts";
import { hourMs } from "#domain/compliance/durations.ts";

/**
 * A rule that fires several times does not tell a person the same again. It stops instead of waiting: words that waited
 * would arrive as late repetitions.
 */
export const repeatedWordsCheck = defineCheck({
  id: "repeated_words",
  reasons: { words_repeated: "stop" },
  evaluate: ({ repeatLimit, ruleId, channel }, { recentSends, now }) => {
    if (repeatLimit === null || ruleId === null) return pass;
    const { words, hours } = repeatLimit;
    const times = recentSends
      .filter((send) => send.ruleId === ruleId && send.channel === channel && send.words === words)
      .map(({ at }) => at)
      .filter((at) => at + hours * hourMs > now);
    return times.length === 0 ? pass : stop({ code: "words_repeated", at: Math.max(...times), hours });
  },
});

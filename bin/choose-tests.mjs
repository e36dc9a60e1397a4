/** Seconds of tests, summed over workers, that keep the whole run under 90 seconds on two cores. */
const maxSeconds = 75;

/**
 * Chooses integration tests for changed files. `map` says which tests run how many functions of a file, and how long
 * each test takes. The best test of each changed file comes first, then the second best ones, and so on.
 */
export const chooseTests = (map, changedFiles) => {
  const changedTests = changedFiles.flatMap((file) => /^test\/([^/]+)\.test\.ts$/.exec(file)?.[1] ?? []);
  const sources = changedFiles.filter((file) =>
    /^src\/(domain|contract|server|sandbox)\/.*(?<!\.test)\.ts$/.test(file),
  );
  const ranked = sources.flatMap((file) =>
    (map.files[file] ?? []).map((entry, rank) => ({ test: entry.split(" ")[0], rank })),
  );
  const order = new Set([
    ...changedTests,
    ...ranked.toSorted((one, other) => one.rank - other.rank).map(({ test }) => test),
  ]);
  const chosen = [];
  let seconds = 0;
  for (const test of order) {
    const withThis = seconds + (map.seconds[test] ?? 0);
    // A changed test always runs.
    if (withThis > maxSeconds && !changedTests.includes(test) && chosen.length > 0) continue;
    chosen.push(test);
    seconds = withThis;
  }
  return {
    chosen,
    left: [...order].filter((test) => !chosen.includes(test)),
    unknown: sources.filter((file) => map.files[file] === undefined),
  };
};

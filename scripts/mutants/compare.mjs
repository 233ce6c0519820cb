// Compares two results of the same mutants.

const isKilled = ({ outcome }) => outcome === 'killed' || outcome === 'timeout';

/**
 * The mutants of each file before and after, without those that one of the runs did not find in the code.
 * @returns for each file the number of its mutants, how many were killed before and after, and the results before of
 * those that only then were killed
 */
export function comparedFiles(before, after) {
  const later = new Map(after.map((result) => [result.id, result]));
  const missing = before.filter(({ id }) => !later.has(id));
  if (missing.length > 0)
    throw new Error(`${missing.length} mutants have no later result. The first is ${missing[0].id}.`);
  const found = before.filter(({ id, outcome }) => outcome !== 'lost' && later.get(id).outcome !== 'lost');
  const files = [...new Set(found.map(({ file }) => file))].sort();
  return files.map((file) => {
    const own = found.filter((result) => result.file === file);
    return {
      file,
      mutantCount: own.length,
      killedBefore: own.filter(isKilled).length,
      killedAfter: own.filter(({ id }) => isKilled(later.get(id))).length,
      escaped: own.filter((result) => isKilled(result) && !isKilled(later.get(result.id))),
    };
  });
}

/** The words of an empty list of verdicts: which verdicts are missing, and what the user can do. */
interface VerdictFilter {
  /** "dropped", "marked" or both; undefined for all verdicts. */
  readonly kind: string | undefined;
  readonly lane: string | undefined;
  readonly classLabel: string | undefined;
}

export function formatEmptyVerdictList({ kind, lane, classLabel }: VerdictFilter): string {
  const packet = classLabel === undefined ? 'packet' : `${classLabel} packet`;
  const placeText = lane === undefined ? '' : ` in lane ${lane}`;
  if (kind === undefined)
    return `No ${packet} has arrived${placeText} since the last jump. Play the run to list packets.`;
  const missingText =
    classLabel === undefined
      ? `So far no packet${placeText} was ${kind}`
      : `Among the newest packets${placeText}, no ${packet} was ${kind}`;
  return `${missingText}. Play the run further, or choose “all” to ask about accepted packets.`;
}

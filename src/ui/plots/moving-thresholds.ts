/** The thresholds that policies move, in words: a plot has lines only for those that stay. */

import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { PlotKind } from '../../quantities/plots/plot-kind.ts';
import { laneLetter } from '../../shared/lane-letters.ts';

/** "L and M of B move"; without the letters if all lanes move the same ones, and empty if none does. */
export function formatMovingThresholds(kind: Pick<PlotKind, 'movingThresholds'>, lanes: readonly LaneData[]): string {
  const lettersOf = new Map<string, string[]>();
  for (const [index, lane] of lanes.entries()) {
    const symbols = formatList(kind.movingThresholds?.(lane) ?? []);
    if (symbols !== '') lettersOf.set(symbols, [...(lettersOf.get(symbols) ?? []), laneLetter(index)]);
  }
  const texts = [...lettersOf].map(([symbols, letters]) =>
    letters.length === lanes.length ? symbols : `${symbols} of ${formatList(letters)}`,
  );
  return texts.length === 0 ? '' : `${texts.join(', ')} move`;
}

const formatList = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

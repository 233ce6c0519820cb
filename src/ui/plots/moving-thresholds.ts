/** The thresholds that policies move, in words: a plot has lines only for those that stay. */

import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import { laneLetter } from '../../shared/lane-letters.ts';

/** "L and M of B move", "L of B moves"; without the letters if all lanes move the same ones, and empty if none does. */
export function formatMovingThresholds(
  kind: Pick<PlotOverTime, 'movingThresholds'>,
  lanes: readonly LaneData[],
): string {
  const groups = new Map<string, { readonly symbolCount: number; readonly letters: string[] }>();
  for (const [index, lane] of lanes.entries()) {
    const symbols = kind.movingThresholds?.(lane) ?? [];
    if (symbols.length === 0) continue;
    const text = formatList(symbols);
    const letters = groups.get(text)?.letters ?? [];
    groups.set(text, { symbolCount: symbols.length, letters: [...letters, laneLetter(index)] });
  }
  const texts = [...groups].map(([symbols, { letters }]) =>
    letters.length === lanes.length ? symbols : `${symbols} of ${formatList(letters)}`,
  );
  const symbolCount = [...groups.values()].reduce((sum, group) => sum + group.symbolCount, 0);
  return texts.length === 0 ? '' : `${texts.join(', ')} ${symbolCount === 1 ? 'moves' : 'move'}`;
}

const formatList = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

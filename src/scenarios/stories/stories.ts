/**
 * Stories: for one preset of each family a few stops. A stop has a time, a speed, a highlighted part and one sentence.
 * The figures in the sentences are also there as data, and a test compares them with the run.
 */
import { bothWaysStories } from './both-ways.ts';
import { changeStories } from './changes.ts';
import { competingSenderStories } from './competing-senders.ts';
import { firstRunStories } from './first-runs.ts';
import { homeRouterStories } from './home-router.ts';
import { incastStories } from './incast.ts';
import { lossStories } from './losses.ts';
import { paperStories } from './papers.ts';
import { quicStories } from './quic-senders.ts';
import type { Story } from './story.ts';

export const storiesByPreset: readonly Story[] = [
  ...firstRunStories,
  ...homeRouterStories,
  ...bothWaysStories,
  ...changeStories,
  ...competingSenderStories,
  ...lossStories,
  ...incastStories,
  ...quicStories,
  ...paperStories,
];

/** The story of a preset; undefined if it has none. */
export function storyOfPreset(preset: string): Story | undefined {
  return storiesByPreset.find((story) => story.preset === preset);
}

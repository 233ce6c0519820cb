/** A scenario as a small picture: the occupancy of the buffer of each lane in the first seconds of its run. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import { openRun } from '../../runs/open-run.ts';
import { HEIGHT_LETTERS } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailSeconds } from '../../scenarios/thumbnails/thumbnail-time.ts';

const POINTS = 48;
/** Samples of the queue for each point. A point is their mean. */
const LOOKS = 8;
/** If the largest share of the buffer is below this value, it fills the height of the picture. */
const SMALL = 0.25;

/** The occupancy over time with seed 1, one word for each policy. */
export function drawThumbnail(scenario: Scenario, policies: readonly string[]): string {
  const seconds = thumbnailSeconds(scenario);
  const courses = policies.map((policy) => courseOf(openRun({ scenario, policy, seed: 1 }), seconds));
  const highest = Math.max(...courses.flat());
  const top = highest < SMALL ? highest : 1;
  const letter = (share: number) => HEIGHT_LETTERS[Math.min(63, Math.round((63 * share) / (top || 1)))];
  return courses.map((course) => course.map(letter).join('')).join(' ');
}

function courseOf(simulation: Simulation, seconds: number): number[] {
  return Array.from({ length: POINTS }, (_, point) => {
    let sum = 0;
    for (let look = 1; look <= LOOKS; look++) {
      simulation.advance(Math.round(((point + look / LOOKS) / POINTS) * seconds * 1e9));
      sum += shareOf(simulation);
    }
    return sum / LOOKS;
  });
}

function shareOf({ port, recorder }: Simulation): number {
  return Number.isFinite(port.limitPackets)
    ? recorder.waitingPackets / port.limitPackets
    : recorder.waitingBytes / port.limitBytes;
}

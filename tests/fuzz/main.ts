/**
 * npm run fuzz [-- SECONDS [SEED [ATTACK [TRY]]]]: all attacks in turns. Each try has its own seed, so a fault can be
 * repeated alone.
 */
import { RandomStream } from '../../src/engine/numbers/random.ts';
import type { Attack } from './attack.ts';
import { commandLines } from './command-lines.ts';
import { files } from './files.ts';
import { journeys } from './journeys.ts';
import { handIns, lessons } from './lessons.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { openedLinks } from './opened-links.ts';

const [seconds = '60', seed = '1', only, onlyTry] = process.argv.slice(2);
const all: readonly Attack[] = [links, openedLinks, files, lists, lessons, handIns, journeys, commandLines];
const attacks = all.filter(({ name }) => !only || name === only);
/** Number of faults of one attack that are printed in full. */
const MAX_TOLD = 10;
/** The page must stay below it, bytes. */
const MAX_BYTES = 1e9;
/** The memory is read only at intervals of this number of tries, because this takes longer than reading a link. */
const MEASURED = 100;

interface Tally {
  tries: number;
  faults: number;
  slowestMs: number;
  slowest: number;
}

async function tried({ name, mostMs, attempt }: Attack, number: number, tally: Tally): Promise<string | undefined> {
  const began = process.cpuUsage();
  try {
    const fault = await attempt(new RandomStream(Number(seed) * 1e6 + number, name));
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / 1e3;
    if (ms > tally.slowestMs) Object.assign(tally, { slowestMs: ms, slowest: number });
    if (fault !== undefined) return fault;
    if (ms > mostMs) return `${ms.toFixed(0)} ms of processor time, more than ${mostMs}`;
    if (number % MEASURED !== 0) return undefined;
    const rss = process.memoryUsage.rss();
    return rss > MAX_BYTES ? `${(rss / 1e6).toFixed(0)} MB are held` : undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

let faults = 0;
for (const attack of attacks) {
  attack.prepare?.();
  if (onlyTry !== undefined) {
    const tally: Tally = { tries: 1, faults: 0, slowestMs: 0, slowest: 0 };
    console.log((await tried(attack, Number(onlyTry), tally)) ?? `no fault, ${tally.slowestMs.toFixed(0)} ms`);
    continue;
  }
  const until = Date.now() + (Number(seconds) * 1_000) / attacks.length;
  const tally: Tally = { tries: 0, faults: 0, slowestMs: 0, slowest: 0 };
  while (Date.now() < until) {
    const number = tally.tries++;
    const fault = await tried(attack, number, tally);
    if (fault === undefined) continue;
    tally.faults++;
    if (tally.faults <= MAX_TOLD) console.log(`${attack.name}, try ${number}: ${fault}\n`);
  }
  faults += tally.faults;
  console.log(
    `${attack.name}: ${tally.tries} tries, ${tally.faults} faults; the slowest (try ${tally.slowest}) took ${tally.slowestMs.toFixed(0)} ms`,
  );
}
process.exitCode = faults > 0 ? 1 : 0;

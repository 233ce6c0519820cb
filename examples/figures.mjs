// Two policies on the same traffic: the queue every half second as CSV, then the figures that `bufferscope run` prints.
import { simulate } from 'bufferscope';

const run = simulate('opening', ['droptail', 'red'], {
  seed: 1,
  durationSeconds: 10,
  warmupSeconds: 2,
  settings: { 'red.maxProbability': 0.05 },
  frameSeconds: 0.5,
});

console.log('seconds,droptail,red');
for await (const { timeSeconds, frames } of run)
  console.log([timeSeconds, ...frames.map((frame) => frame.waitingPackets)].join(','));

const { lanes, digest } = await run.summary();
for (const { policy, meanDelayMs, dropRate } of lanes)
  console.log(`${policy}: mean delay ${meanDelayMs.toFixed(2)} ms, loss ${(100 * dropRate).toFixed(2)} %`);
console.log(`digest ${digest}`);

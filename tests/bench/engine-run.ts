/**
 * One run of the engine's benchmark, in a process of its own: prints the CPU time of an event, and the run's digest.
 */
import { measure } from './engine-cases.ts';

const SLICES = 40;

function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

console.log(JSON.stringify(measure(process.argv[2] ?? '', processorUs, SLICES)));

/** Writes src/studies/example-sweep.json (npm run example-sweep). */
import { writeFileSync } from 'node:fs';
import { exampleSweep } from '../../studies/example-sweep.ts';
import { measurePoints } from './measure-points.ts';

writeFileSync('src/studies/example-sweep.json', JSON.stringify(measurePoints(exampleSweep)));

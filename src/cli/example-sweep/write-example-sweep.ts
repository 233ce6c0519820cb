/** Writes src/studies/example-sweep.json (npm run example-sweep). */

import { exampleSweep } from '../../studies/example-sweep.ts';
import { writeWholeFile } from '../output/unfinished-file.ts';
import { measurePoints } from './measure-points.ts';

writeWholeFile('src/studies/example-sweep.json', JSON.stringify(measurePoints(exampleSweep)));

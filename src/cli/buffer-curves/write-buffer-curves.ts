/** Writes src/quantities/buffer-curves/buffer-curves.json (npm run buffer-curves). */

import { bufferCurves } from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import { writeWholeFile } from '../output/unfinished-file.ts';
import { measureCurve } from './measure-curve.ts';

const points = bufferCurves.map((curve) => {
  const [preset] = curve.presets;
  console.log(preset);
  return [preset, measureCurve(curve)] as const;
});
writeWholeFile('src/quantities/buffer-curves/buffer-curves.json', JSON.stringify(Object.fromEntries(points)));

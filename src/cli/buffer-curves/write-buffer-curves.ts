/** Writes src/quantities/buffer-curves/buffer-curves.json (npm run buffer-curves). */
import { writeFileSync } from 'node:fs';
import { bufferCurves } from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import { measureCurve } from './measure-curve.ts';

const points = bufferCurves.map((curve) => {
  const [preset] = curve.presets;
  console.log(preset);
  return [preset, measureCurve(curve)] as const;
});
writeFileSync('src/quantities/buffer-curves/buffer-curves.json', JSON.stringify(Object.fromEntries(points)));

/** Writes src/studies/buffer-curves.json (npm run buffer-curves). */
import { writeFileSync } from 'node:fs';
import { bufferCurves } from '../../studies/buffer-curves.ts';
import { measureCurve } from './measure-curve.ts';

const points = bufferCurves.map((curve) => {
  const [preset] = curve.presets;
  console.log(preset);
  return [preset, measureCurve(curve)] as const;
});
writeFileSync('src/studies/buffer-curves.json', JSON.stringify(Object.fromEntries(points)));

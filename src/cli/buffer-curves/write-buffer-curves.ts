/** Writes src/export/buffer-curves/buffer-curves.json (npm run buffer-curves). */
import { writeFileSync } from 'node:fs';
import { bufferCurves } from '../../export/buffer-curves/preset-buffer-curves.ts';
import { measureCurve } from './measure-curve.ts';

const points = bufferCurves.map((curve) => {
  const [preset] = curve.presets;
  console.log(preset);
  return [preset, measureCurve(curve)] as const;
});
writeFileSync('src/export/buffer-curves/buffer-curves.json', JSON.stringify(Object.fromEntries(points)));

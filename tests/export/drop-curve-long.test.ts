/**
 * The curve of RED in files, against Floyd and Jacobson's rule (1993, section 4) and its gentle form, worked out here.
 */
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { describe, expect, test } from 'vitest';
import { sim } from '../cli/harness.ts';

const [LOW, HIGH, MOST] = [10, 30, 0.08];
const SET = [`red.minThreshold=${LOW}`, `red.maxThreshold=${HIGH}`, `red.maxProbability=${MOST}`];

/** Drop probability at an average queue, packets. */
function rule(average: number, gentle: boolean): number {
  if (average < LOW) return 0;
  if (average < HIGH) return (MOST * (average - LOW)) / (HIGH - LOW);
  return gentle ? Math.min(1, MOST + ((1 - MOST) * (average - HIGH)) / HIGH) : 1;
}

function filesOf(gentle: boolean) {
  const set = [...SET, `red.gentle=${gentle}`].flatMap((word) => ['--set', word]);
  const lanes = ['--policy', 'droptail', '--policy', 'red', '--duration', '10', '--warmup', '2'];
  const files = ['--run-json', 'r', '--vega-lite', 'v', '--svg', 's', '--plots', 'drop-curve', '--notebook', 'n'];
  const { status, binary } = sim(['run', 'opening', ...lanes, ...set, ...files]);
  expect(status).toBe(0);
  return (name: string) => Buffer.concat(binary.get(name) ?? []).toString();
}

describe.each([true, false])('gentle: %s', (gentle) => {
  const text = filesOf(gentle);
  const { curves } = JSON.parse(text('r'));

  test('only RED has a curve, in its units', () => {
    expect(curves).toHaveLength(1);
    const [{ lane, signal, unit, thresholds }] = curves;
    expect({ lane, signal, unit }).toEqual({ lane: 'B', signal: 'average queue', unit: 'packets' });
    expect(thresholds).toEqual([
      { symbol: 'min_th', value: LOW },
      { symbol: 'max_th', value: HIGH },
    ]);
  });

  test('the curve is the rule, from an empty queue to beyond the thresholds', () => {
    const [{ curve }] = curves;
    expect(curve[0]).toEqual([0, 0]);
    expect(curve.at(-1)[0]).toBeGreaterThan(1.2 * HIGH);
    for (const [average, chance] of curve) expect(chance).toBeCloseTo(rule(average, gentle), 9);
    expect(curve.some(([average]: [number]) => average === HIGH)).toBe(true);
  });

  test('the states are those of the windows since the warm-up, and lie on the rule', () => {
    const [{ states }] = curves;
    const run = JSON.parse(text('r'));
    const column = (name: string) => run.columns.findIndex((one: { name: string }) => one.name === name);
    const rows = run.lanes[1].rows.filter(([seconds]: [number]) => seconds > 2);
    expect(states).toEqual(
      rows.map((row: number[]) => [row[column('signal.average')], row[column('signal.probability')]]),
    );
    for (const [average, chance] of states) expect(chance).toBeCloseTo(rule(average, gentle), 9);
    expect(states.filter(([, chance]: [number, number]) => chance > 0).length).toBeGreaterThan(20);
  });

  test('Vega-Lite, SVG and the notebook draw it', async () => {
    const [{ states, top }] = curves;
    const spec = JSON.parse(text('v'));
    expect(spec.title.text).toBe('Drop or mark probability against average queue, B RED');
    const drawn = await new View(parse(compile(spec as TopLevelSpec).spec), { renderer: 'none' }).toSVG();
    expect(drawn.match(/aria-roledescription="point"/g)).toHaveLength(states.length);
    expect(drawn.match(/aria-roledescription="line mark"/g)).toHaveLength(1);
    for (const word of ['min_th', 'max_th']) expect(drawn).toContain(`>${word}<`);
    const picture = text('s');
    expect(picture.match(/transform="translate/g)).toHaveLength(states.length);
    for (const word of ['min_th', 'max_th', 'average queue (packets)']) expect(picture).toContain(`>${word}<`);
    // A jump to 1 leaves the states their room.
    expect(top).toBeCloseTo(1.3 * Math.max(MOST, ...states.map(([, chance]: [number, number]) => chance)), 6);
    const ids = JSON.parse(text('n')).cells.map(({ id }: { id: string }) => id);
    expect(ids).toContain('plot-drop-curve');
  });
});

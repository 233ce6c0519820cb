/** The ends of the lines of a figure: each name has the mark of its line, and a thin line if it was moved. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LineDiagram } from '../../../src/ui/figures/line-diagram.tsx';

/** Lines of policies with these values at 0 and at the end of the axis. */
const diagram = (values: Readonly<Record<string, readonly [number, number]>>) => ({
  id: 'made-up',
  title: '',
  xLabel: 'videos',
  yLabel: 'kB',
  lines: Object.entries(values).map(([policy, ys], styleIndex) => ({
    policy,
    styleIndex,
    points: ys.map((y, index) => ({ x: 10 * index, y })),
  })),
});

const figure = (values: Parameters<typeof diagram>[0], formatEndValue?: (value: number) => string) =>
  renderToStaticMarkup(<LineDiagram diagram={diagram(values)} formatEndValue={formatEndValue} />);

/** The shape of a mark, without its place. */
const signShapes = (html: string) =>
  [...html.matchAll(/<path d="M[\d.]+,[\d.]+([a-z][^"]+)" fill/g)].map(([, shape]) => shape);
/** A path of one straight line, without a mark. */
const JOIN = /<path stroke-width="0.8" d="M[\d.]+,[\d.]+L[\d.]+,[\d.]+"/g;
const joinCount = (html: string) => [...html.matchAll(JOIN)].length;

describe('the name at the end of a line', () => {
  test('has the mark of the values of its line', () => {
    const shapes = signShapes(figure({ shb: [10, 20], pfb: [10, 90] }));
    // Two values of each line, then the names from the bottom to the top.
    expect(shapes).toHaveLength(6);
    const [shb, , pfb] = shapes;
    expect(shb).not.toBe(pfb);
    expect(shapes).toEqual([shb, shb, pfb, pfb, shb, pfb]);
  });

  test('is joined to its line only if it was moved', () => {
    expect(joinCount(figure({ shb: [10, 20], pfb: [10, 90] }))).toBe(0);
    // The first keeps its height, the second is moved below it.
    expect(joinCount(figure({ shb: [10, 50], pfb: [10, 50] }))).toBe(1);
  });

  test('is not joined to a line that ends before the axis, as the join would look like its curve', () => {
    const moved = diagram({ shb: [10, 50], pfb: [10, 50] });
    const lines = moved.lines.map((line) => (line.policy === 'pfb' ? { ...line, points: [{ x: 5, y: 50 }] } : line));
    expect(joinCount(renderToStaticMarkup(<LineDiagram diagram={{ ...moved, lines }} />))).toBe(0);
  });

  test('has the last value after it on request', () => {
    const values = { shb: [10, 88], pfb: [10, 363] } as const;
    const textOf = (html: string) => html.replace(/<[^>]+>/g, '');
    expect(textOf(figure(values, (value) => `${value} kB`))).toContain('PFB 363 kB');
    expect(textOf(figure(values))).not.toContain('363 kB');
  });
});

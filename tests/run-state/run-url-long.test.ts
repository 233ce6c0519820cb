/**
 * Links: any run can be written and read again. No content of a link crashes or hangs the page, or sets values out of
 * range. `run-url-hostile-long.test.ts` tries random links.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRun, encodeRun, formatFields, LongUrlError, parseUrlFields } from '../../src/run-state/run-url.ts';
import { runOfPreset, runOfScenario } from '../../src/run-state/run-values.ts';
import { findPreset, presetFamilies } from '../../src/scenarios/index.ts';
import { runWithLongLink } from '../app/long-run.ts';
import { run, survives } from './any-run.ts';

describe('writing and reading', () => {
  test('any run', () => {
    fc.assert(
      fc.property(run, (before) => {
        const { state, problems } = decodeRun(`#${encodeRun(before)}`);
        expect(problems).toEqual([]);
        expect(state).toEqual(before);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('a scenario of one’s own', () => {
    const custom = findPreset('zhao-5mb-1bwdp-stf30');
    if (custom === undefined) throw new Error('the preset is missing');
    const { variants: _, ...scenario } = custom;
    const before = runOfScenario({ ...scenario, id: 'mine', title: 'Ünïcode & co, 100 %' }, 5);
    const { state, problems } = decodeRun(encodeRun(before));
    expect(problems).toEqual([]);
    expect(state).toEqual(before);
  });

  test.each(presetFamilies.flatMap(({ presets }) => presets.map(({ id }) => id)))(
    'a link that only names %s opens it as it is chosen from the list',
    (id) => {
      expect(decodeRun(`#v=5&p=${id}`)).toMatchObject({ state: runOfPreset(id), problems: [] });
    },
  );

  test('a run whose link would be too long has no link, but its fields can still be read', () => {
    const readable = runWithLongLink(12);
    expect(decodeRun(encodeRun(readable))).toMatchObject({ state: readable, problems: [] });
    const long = runWithLongLink(16);
    expect(() => encodeRun(long)).toThrow(LongUrlError);
    expect(parseUrlFields(formatFields(long))).toMatchObject({ state: long, problems: [] });
  });

  test('a short link can be read, a long one is compressed', () => {
    const opening = runOfPreset('opening');
    expect(encodeRun({ ...opening, startValues: { 'link.rateBps': 5e6 } })).toBe(
      'v=5&p=opening&link.rateBps=5e6&lanes=droptail,red',
    );
    const edits = Array.from({ length: 200 }, (_, index) => ({
      timeNs: index * 1e7,
      path: 'link.rateBps',
      value: 1e6 + index,
    }));
    const long = encodeRun({ ...opening, edits });
    expect(long).toMatch(/^z=[\w-]+&v=5$/);
    expect(decodeRun(long).state.edits).toEqual(edits);
  });

  test('links that mails and chats have changed', () => {
    const link = encodeRun({ ...runOfPreset('opening'), startValues: { 'link.rateBps': 5e6 } });
    for (const bent of [
      encodeURIComponent(link),
      link.replace(/&/g, '&amp;'),
      `${link.slice(0, 20)}\n ${link.slice(20)}`,
    ])
      expect(decodeRun(`#${bent}`)).toEqual(decodeRun(link));
  });

  test('how a page is embedded', () => {
    expect(decodeRun(encodeRun(runOfPreset('md1'), { embedding: 'locked' })).embedding).toBe('locked');
    expect(decodeRun(encodeRun(runOfPreset('opening'), { story: 3 })).story).toBe(3);
    expect(decodeRun('v=1&p=opening&story=x')).toMatchObject({ story: undefined, problems: [{ path: 'story' }] });
    const odd = decodeRun('v=1&p=md1&embed=naked');
    expect([odd.embedding, odd.problems.map(({ path }) => path)]).toEqual(['whole', ['embed']]);
  });
});

describe('the view of a run', () => {
  const run = runOfPreset('opening');

  test('is read as it was written', () => {
    for (const view of [
      { atSeconds: 12.3 },
      { atSeconds: 0 },
      { atSeconds: 0.000000001, plots: ['delay'], span: 'whole' },
      { plots: ['goodput', 'class-delay', 'queue'], span: { from: 1.5, to: 20 } },
      { plots: ['table'], span: 'last', drawings: ['lens', 'overTime'] },
      { drawings: ['regions', 'groups'] },
      { showsLenses: true, controls: ['link.rateBps', 'sources.ltrf.flows', 'lanes.1.minThreshold'] },
      { showsLenses: false },
    ] as const) {
      const hash = encodeRun(run, { view });
      expect(hash).toMatch(/^[\w=&.,-]+$/);
      expect(decodeRun(hash)).toMatchObject({ state: run, view, problems: [] });
    }
    expect(decodeRun('v=1&p=opening').view).toBeUndefined();
  });

  test('is written without times after the end of a run that is shorter now', () => {
    const shorter = { ...run, startValues: { 'run.durationSeconds': 6, 'run.warmupSeconds': 1 } };
    const hash = encodeRun(shorter, { view: { atSeconds: 12, span: { from: 1, to: 12 }, plots: ['delay'] } });
    expect(decodeRun(hash)).toMatchObject({ view: { plots: ['delay'] }, problems: [] });
    expect(hash).not.toMatch(/at=|span=/);
  });

  test.each([
    ['at', '61', '0 to 60 s'],
    ['at', '-1', '0 to 60 s'],
    ['at', '1e1', '0 to 60 s'],
    ['at', 'soon', '0 to 60 s'],
    ['plots', 'a,b,c,d', 'ids of at most 3 plots, separated by commas'],
    ['plots', '<b>', 'ids of at most 3 plots, separated by commas'],
    ['span', '5,3', 'last, whole, or two times from 0 to 60 s, separated by a comma'],
    ['span', '1,2,3', 'last, whole, or two times from 0 to 60 s, separated by a comma'],
    [
      'under',
      'lens,moon',
      'for each lane one of lens, regions, overTime, groups, lensUp, overTimeUp, separated by commas',
    ],
    [
      'under',
      'lens,lens,lens,lens,lens',
      'for each lane one of lens, regions, overTime, groups, lensUp, overTimeUp, separated by commas',
    ],
    ['below', 'tables', 'lenses or plots'],
    ...['all', 'link.rateBps,<b>.c', Array(13).fill('a.b').join(',')].map((text) => [
      'controls',
      text,
      'at most 12 paths such as link.rateBps or lanes.0.minThreshold, separated by commas',
    ]),
  ] as [string, string, string][])('%s=%s is named, and nothing else is lost', (field, text, allowed) => {
    const read = decodeRun(`v=1&p=opening&seed=7&${field === 'at' ? 'span=whole' : 'at=3'}&${field}=${text}`);
    expect(read.problems).toEqual([{ path: field, given: text, allowed }]);
    expect(read.state).toEqual({ ...run, seed: 7 });
    expect(read.view).toEqual(field === 'at' ? { span: 'whole' } : { atSeconds: 3 });
  });

  test('a time is checked against the run of the link, not of the preset', () => {
    expect(decodeRun('v=1&p=opening&run.durationSeconds=80&at=70').view).toEqual({ atSeconds: 70 });
    expect(decodeRun('v=1&p=opening&run.durationSeconds=10&at=11').problems.map(({ path }) => path)).toEqual(['at']);
  });
});

describe('hostile', () => {
  const cases: readonly (readonly [hash: string, named: readonly string[]])[] = [
    ['p=nothing', ['p']],
    ['v=99&p=opening', ['v']],
    ['v=1&p=opening&link.rateBps=NaN', ['link.rateBps']],
    ['v=1&p=opening&link.rateBps=1e999', ['link.rateBps']],
    ['v=1&p=opening&link.rateBps=-5&link.delayMs=3', ['link.rateBps']],
    ['v=1&p=opening&lanes=droptail,none', ['lanes']],
    ['v=1&p=opening&lanes=red,red,red,red,red,red', ['lanes']],
    ['v=1&p=opening&lanes.7.minThreshold=3', ['lanes.7.minThreshold']],
    ['v=1&p=opening&lanes.0.link.rateBps=3', ['lanes.0.link.rateBps']],
    ['v=1&p=opening&__proto__.polluted=1', ['__proto__.polluted']],
    ['v=1&p=opening&constructor=1&toString=2', ['constructor', 'toString']],
    ['v=1&p=__proto__', ['p']],
    ['v=1&p=opening&lanes=__proto__', ['lanes']],
    ['v=1&p=opening&edits=1:constructor:2', ['edits constructor']],
    ['v=1&p=opening&edits=nonsense;2:link.rateBps:5e6', ['edits']],
    ['v=1&p=opening&sources.ltrf.flows=10000&sources.stf.flows=10000', ['sources.stf.flows']],
    ['v=1&p=opening&sources.ltrf.flows=10000&edits=1:sources.stf.flows:9999', ['edits sources.stf.flows']],
    ['v=1&p=opening&run.durationSeconds=3600&run.sampleMs=1', ['run.sampleMs']],
    ['v=1&p=opening&edits=99999:link.rateBps:5e6', ['edits']],
    ['v=1&p=opening&seed=1.5', ['seed']],
    ['v=1&p=opening&seed=1&seed=2', ['seed']],
    ['v=1&p=opening&%E0%A4%A', ['link']],
    ['z=%%%', ['z']],
    ['z=AAAA', ['z']],
    ['v=1&scenario={"sources":{}}', ['scenario.sources']],
    ['v=1&scenario={"__proto__":{"x":1}}', ['scenario.sources']],
  ];
  test.each(cases)('%s', (hash, named) => {
    const { problems } = survives(hash);
    expect(problems.map(({ path }) => path)).toEqual(expect.arrayContaining([...named]));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('valid fields of a bad link are used', () => {
    const { state } = survives(
      'v=1&p=opening&link.rateBps=-5&link.delayMs=3&lanes=red,none&edits=x;2:link.rateBps:5e6',
    );
    expect(state.startValues).toEqual({ 'link.delayMs': 3 });
    expect(state.lanes).toEqual([{ policy: 'red', values: {} }]);
    expect(state.edits).toEqual([{ timeNs: 2e9, path: 'link.rateBps', value: 5e6 }]);
  });

  test('a link cannot ask for more than there is room for, at the start or later', () => {
    const start = survives('v=1&p=opening&link.delayMs=3&sources.ltrf.flows=10000&sources.stf.flows=9999');
    expect(start.state.startValues).toEqual({ 'link.delayMs': 3, 'sources.ltrf.flows': 10_000 });
    expect(start.problems).toEqual([
      {
        path: 'sources.stf.flows',
        given: '9999',
        allowed: 'at most 20000 flows in all sources together; with this value, there are 20001',
      },
    ]);
    const most = survives('v=1&p=opening&sources.ltrf.flows=10000&sources.stf.flows=9998');
    expect(most.problems).toEqual([]);
    // Removed flows still count for the limit: 9,000 + 9,000 + 2 fit, 2,000 more do not.
    const edits = '1:sources.ltrf.flows:9000;2:sources.ltrf.flows:0;3:lanes.1.sources.stf.flows:9000';
    const later = survives(`v=1&p=opening&edits=${edits};4:sources.ltnrf.flows:2002;5:sources.ltnrf.flows:2000`);
    expect(later.state.edits.map(({ value }) => value)).toEqual([9_000, 0, 9_000, 2_000]);
    expect(later.problems.map(({ path, given }) => [path, given])).toEqual([['edits sources.ltnrf.flows', '2002']]);
    const rows = survives('v=1&p=md1&run.sampleMs=4&run.durationSeconds=1001');
    expect([rows.state.startValues, rows.problems[0]?.path]).toEqual([{ 'run.sampleMs': 4 }, 'run.durationSeconds']);
    expect(survives('v=1&p=md1&run.sampleMs=4&run.durationSeconds=1000').problems).toEqual([]);
  });
});

/** The grammar of paths: the meaning of each form, texts that are not paths, and writing and reading again. */
import { describe, expect, test } from 'vitest';
import { formatPath, lastKey, parsePath, pathBeginsWith } from '../../src/params/path.ts';

const at = (lane: number | undefined, group: string, owner: string, id: string) => ({ lane, group, owner, id });

describe('parsePath', () => {
  test.each([
    ['link.rateBps', at(undefined, 'link', '', 'rateBps')],
    ['buffer.bytesPerFlow', at(undefined, 'buffer', '', 'bytesPerFlow')],
    ['sources.ltrf.flows', at(undefined, 'sources', 'ltrf', 'flows')],
    ['policy.minThreshold', at(undefined, 'policy', '', 'minThreshold')],
    ['red-ecn.minThreshold', at(undefined, 'policy', 'red-ecn', 'minThreshold')],
    ['lanes.0.minThreshold', at(0, 'policy', '', 'minThreshold')],
    ['lanes.12.link.rateBps', at(12, 'link', '', 'rateBps')],
    ['lanes.3.sources.ltrf.flows', at(3, 'sources', 'ltrf', 'flows')],
  ])('%s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
    expect(formatPath(parsePath(text) as NonNullable<ReturnType<typeof parsePath>>)).toBe(text);
  });

  test('a policy may be named among the policies, as in a file', () => {
    expect(parsePath('policies.red.gentle')).toEqual(at(undefined, 'policy', 'red', 'gentle'));
  });

  test.each([
    ...['', '.', 'load', 'link', 'link.', 'link.rateBps.more', 'sources', 'sources.ltrf', 'sources.ltrf.flows.more'],
    ...['lanes', 'lanes.', 'lanes.0', 'lanes.0.', 'lanes.-1.x', 'lanes.1e1.x', 'lanes.x.link.rateBps'],
    // A lane has only one name, and so has its policy.
    ...['lanes.01.minThreshold', 'lanes.00.minThreshold', 'lanes.0.red.minThreshold', 'lanes.0.policy.minThreshold'],
    ...['lanes.0.lanes.1.minThreshold', 'red.minThreshold.more', 'policies.red'],
  ])('%j is not a path', (text) => expect(parsePath(text)).toBeUndefined());
});

test('paths begin with whole words', () => {
  expect(pathBeginsWith('sources.ltrf.flows', ['link', 'sources'])).toBe(true);
  expect(pathBeginsWith('sources.ltrf.flows', ['sources.ltrf.flows'])).toBe(true);
  expect(pathBeginsWith('sources.ltrf2.flows', ['sources.ltrf'])).toBe(false);
});

test('the last word is the value’s', () => {
  expect(['load', 'link.rateBps', 'lanes.0.sources.a.flows'].map(lastKey)).toEqual(['load', 'rateBps', 'flows']);
});

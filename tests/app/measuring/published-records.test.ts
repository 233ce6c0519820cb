/** The file of records: read whole, or refused with a reason; the page works on without it. */
import { describe, expect, test } from 'vitest';
import { errorMessage } from '../../../src/app/loading/loading.ts';
import { PublishedRecords } from '../../../src/app/measuring/published-records.ts';
import { decodeRecords, recordFile } from '../../../src/app/measuring/record-file.ts';
import { huVbs } from '../../../src/papers/hu/paper.ts';
import { hurleyAbe } from '../../../src/papers/hurley/paper.ts';
import { judgePaper } from '../../../src/papers/judge-paper.ts';
import { paperRecord } from '../../../src/papers/paper-record.ts';
import { deflateText } from '../../../src/run-state/text-compression.ts';
import { madeUp } from '../../papers/made-up.ts';

const results = madeUp([hurleyAbe, huVbs]);
const provenance = { version: '2.0.0', date: '2026-02-28' };
const records = [hurleyAbe, huVbs].map((paper) => paperRecord(paper, 'quick', results, provenance));

async function loaded(bytes: Uint8Array | Error, version = '2.0.0') {
  const known = new PublishedRecords([hurleyAbe, huVbs], version);
  await known.load(async () => {
    if (bytes instanceof Error) throw bytes;
    return bytes;
  });
  return known.store.getState();
}

test('a written record can be read again', () => {
  expect(decodeRecords(recordFile(records))).toEqual(JSON.parse(JSON.stringify(records)));
});

describe('known', () => {
  test('records of this version are judged', async () => {
    const { state, papers, incomparabilityReasons } = await loaded(recordFile(records));
    expect(state).toBe('loaded');
    expect([...incomparabilityReasons]).toEqual([]);
    expect(papers.get('abe')?.judgedPaper).toEqual(judgePaper(hurleyAbe, results));
  });

  test('a record of another version is recognised and not used', async () => {
    const [first, second] = records;
    const mixed = recordFile([
      { ...(first as (typeof records)[number]), version: '1.9.0' },
      second as (typeof records)[number],
    ]);
    const { papers, incomparabilityReasons } = await loaded(mixed);
    expect([...papers.keys()]).toEqual(['hu-vbs']);
    expect(incomparabilityReasons.get('abe')).toContain('version 1.9.0 on 2026-02-28; this page is version 2.0.0');
  });

  test('a record of another plan is recognised and not used', async () => {
    const [first] = records;
    const { papers, incomparabilityReasons } = await loaded(
      recordFile([{ ...(first as (typeof records)[number]), fingerprint: '0' }]),
    );
    expect(papers.size).toBe(0);
    expect(incomparabilityReasons.get('abe')).toContain('runs, printed values or tolerances differ');
  });

  const whole = recordFile(records);
  const broken: readonly (readonly [string, Uint8Array | Error, string])[] = [
    ['nothing', new Uint8Array(), 'damaged'],
    ['half', whole.subarray(0, whole.length / 2), 'damaged'],
    ['one bit', whole.map((byte, index) => (index === 500 ? byte ^ 4 : byte)), 'damaged'],
    ['no JSON', deflateText('papers'), 'damaged'],
    ['another format', deflateText('{"format":7,"records":[]}'), 'format 7 is unknown; allowed: 1'],
    ['null', deflateText('null'), 'format undefined is unknown'],
    ['no records', deflateText('{"format":1,"records":{}}'), 'does not hold records'],
    ['empty records', deflateText('{"format":1,"records":[null]}'), 'does not hold records'],
    ['a mode that there is not', recordFile([{ ...(records[0] as never as object), mode: 'fast' } as never]), ''],
    ['no answer', new Error('the server answered 404'), 'the server answered 404'],
  ];

  test.each(broken)('%s: a message, and nothing else', async (_, bytes, message) => {
    const { state, papers, problem } = await loaded(bytes);
    expect(state).toBe('failed');
    expect(papers.size).toBe(0);
    expect(errorMessage(problem)).toContain(message);
  });
});

/** A version of a program that takes over in mid-run: by hand, in random runs, and read again from links and files. */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Edit } from '../../src/engine/scenario/edits.ts';
import { withValue } from '../../src/engine/scenario/scenario.ts';
import type { Probe, TraceRecord } from '../../src/engine/simulation/probe.ts';
import { parseArrivalsCsv } from '../../src/engine/time-lists/arrivals-csv.ts';
import { ObservedRun } from '../../src/judging/observed-run.ts';
import { ProgramRunError } from '../../src/program/fault.ts';
import { ProgramError } from '../../src/program/program-error.ts';
import { splitVersions, withVersion } from '../../src/program/program-versions.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../../src/scenarios/files/arrivals-scenario.ts';
import { compiled, opening, templateOf } from './program.ts';

const MS = 1e6;
const FIFO = `const queue = [];
function enqueue(packet) { queue.push(packet); }
function dequeue() { return queue.shift(); }`;
const versions = (...sources: readonly string[]) => compiled(sources.join('\f'));
const takeOver = (timeNs: number, version: number): Edit => ({
  timeNs,
  path: 'policy.program',
  value: String(version),
});

/** Packets of 1\u202f000 bytes at a link of 8 Mb/s: each takes 1 ms. Row by row: time in ms and flow. */
function played(policy: PolicyDefinition, rows: readonly (readonly [number, number])[], edits: readonly Edit[]) {
  const text = `t_ns,flow,bytes,ect\n${rows.map(([ms, flow]) => `${ms * MS},${flow},1000,1`).join('\n')}`;
  const { arrivals } = parseArrivalsCsv(text, ARRIVALS_LIMITS);
  const scenario = withValue(scenarioOfArrivals('hand', arrivals), 'link.rateBps', 8e6);
  const verdicts: string[] = [];
  const services: string[] = [];
  const { reasons } = policy;
  const trace = ({ timeNs, flow, reason, operands }: TraceRecord) =>
    void verdicts.push(`${timeNs / MS} ms ${reasons[reason]?.id} ${flow} ${Object.values(operands).join(' ')}`.trim());
  const simulation = openRunOfPolicy(policy, { scenario, seed: 1, edits, trace });
  const probe = simulation.probe as Probe;
  simulation.probe = {
    ...probe,
    onServiceStart: (packet) => void services.push(`${simulation.nowNs / MS} ms ${simulation.packets.flow[packet]}`),
  };
  simulation.advance(simulation.endNs);
  const { arrived, departed, dropped, marked, queued } = simulation.summary();
  return { verdicts, services, counts: { arrived, departed, dropped, marked, queued } };
}

describe('by hand', () => {
  // Five packets at 0. Packet 0 is sent from 0 to 1 ms and packet 1 from 1 ms to 2 ms, so 2, 3 and 4 wait at 1.5 ms.
  const rows = [0, 1, 2, 3, 4].map((flow) => [0, flow] as const);

  test('the waiting packets come to enqueue in the order of arrival, each counted once; a drop among them is a drop', () => {
    const stack = `policy({ reasons: { drop: { third: '{waiting} {taken} {arrived} {now}' } } });
const stack = [];
let taken = 0;
function enqueue(packet) {
  taken++;
  if (packet.flow === 3) drop(packet, 'third', { waiting: port.waiting, taken, arrived: packet.arrived, now: port.now });
  else stack.push(packet);
}
function dequeue() { return stack.pop(); }`;
    const { verdicts, services, counts } = played(versions(FIFO, stack), rows, [takeOver(1.5 * MS, 2)]);
    // 2 is kept, so that 3 finds one packet waiting; it is the second that is taken over, came at 0, and goes at 1.5
    // ms.
    expect(verdicts).toEqual([...rows.map(([, flow]) => `0 ms accepted ${flow}`), '1.5 ms third 3 1 2 0 1500000']);
    // The newest first.
    expect(services).toEqual(['0 ms 0', '1 ms 1', '2 ms 4', '3 ms 2']);
    expect(counts).toEqual({ arrived: 5, departed: 4, dropped: 1, marked: 0, queued: 0 });
  });

  test('a mark during the takeover counts as a mark, and no packet is marked twice', () => {
    const marks = FIFO.replace('queue.push(packet);', 'if (packet.flow > 2) mark(packet); queue.push(packet);');
    const { verdicts, counts } = played(versions(FIFO, marks, `${marks} `), rows, [
      takeOver(1.5 * MS, 2),
      takeOver(1.6 * MS, 3),
    ]);
    expect(verdicts.slice(5)).toEqual(['1.5 ms marked 3', '1.5 ms marked 4']);
    expect(counts).toEqual({ arrived: 5, departed: 5, dropped: 0, marked: 2, queued: 0 });
  });

  test('if the old version kept the link idle, the new one is asked at once; the wake-up of the old version is cancelled', () => {
    const rests = `${FIFO.replace('return queue.shift();', 'wakeAt(10 * ms);')} function wake() { throw new Error('woken'); }`;
    const { services, counts } = played(
      versions(rests, FIFO),
      [
        [0, 0],
        [1, 1],
      ],
      [takeOver(2 * MS, 2)],
    );
    expect(services).toEqual(['2 ms 0', '3 ms 1']);
    expect(counts).toMatchObject({ departed: 2, queued: 0 });
  });

  test('a version that asks for a wake-up during the takeover gets it', () => {
    const waits = `let open = false;
${FIFO.replace('queue.push(packet);', 'queue.push(packet); wakeAt(5 * ms);').replace('return queue.shift();', 'if (open) return queue.shift();')}
function wake() { open = true; }`;
    const { services } = played(versions(FIFO, waits), rows, [takeOver(1.5 * MS, 2)]);
    expect(services).toEqual(['0 ms 0', '1 ms 1', '5 ms 2', '6 ms 3', '7 ms 4']);
    const rests = `${FIFO.replace('return queue.shift();', 'wakeAt(10 * ms);')} function wake() {}`;
    expect(played(versions(rests, waits), rows, [takeOver(1.5 * MS, 2)]).services[0]).toBe('5 ms 0');
  });

  test('a version that fails during the takeover is reported with its line and the time', () => {
    const breaks = `const queue = [];\nfunction enqueue(packet) {\n  quue.push(packet);\n}\nfunction dequeue() {}`;
    expect(() => played(versions(FIFO, breaks), rows, [takeOver(1.5 * MS, 2)])).toThrow(
      "line 3, in enqueue() at 0.001500 s: ReferenceError: 'quue' is not defined.",
    );
    expect(() => played(versions(FIFO, breaks), rows, [takeOver(1.5 * MS, 2)])).toThrow(ProgramRunError);
  });
});

describe('at large', () => {
  const S = 1e9;
  const ids = ['droptail', 'random-drop', 'two-priorities', 'red', 'droptail', 'codel'];
  const all = versions(...new Set(ids.map(templateOf)));
  const order = [...new Set(ids)];
  const edits = ids.map((id, index) => takeOver((index + 1) * 1.3 * S, order.indexOf(id) + 1));

  test('a takeover by the same algorithm changes nothing', () => {
    const twice = versions(templateOf('droptail'), `${templateOf('droptail')}\n// again`);
    const digestOf = (list: readonly Edit[]) => {
      const simulation = openRunOfPolicy(twice, { scenario: opening, seed: 1, edits: list });
      simulation.advance(6 * S);
      expect(simulation.summary().dropped).toBeGreaterThan(0);
      return simulation.digest();
    };
    expect(digestOf([takeOver(3 * S, 2), takeOver(5 * S, 1)])).toBe(digestOf([]));
  });

  test('no packet is lost or counted twice, while one version after the other takes over', () => {
    const observed = new ObservedRun(opening, all, {}, { edits });
    for (let ns = 0; ns < 10 * S; ns += 50 * MS) observed.step(ns);
    // A new version may drop waiting packets; nothing else may happen to them.
    expect(observed.inspector.complaints.filter(({ rule }) => rule !== 'changes' && rule !== 'numbers')).toEqual([]);
    const { arrived, departed, dropped, queued } = observed.simulation.summary();
    expect(arrived).toBe(departed + dropped + queued);
    expect(observed.simulation.policyValues.program).toBe(String(order.indexOf('codel') + 1));
  });

  test('edits that are planned, made live, made after going back, or removed give the right run', () => {
    const planned = openRunOfPolicy(all, { scenario: opening, seed: 1, edits });
    planned.advance(9 * S);
    const seekable = new SeekableRun(all, {
      scenario: opening,
      policyValues: {},
      seed: 1,
      checkpointBytes: 1 << 28,
      edits: [],
    });
    const to = (ns: number) => {
      while (!seekable.seek(ns, 5_000));
    };
    to(5 * S);
    seekable.setEdits(edits);
    to(9 * S);
    expect(seekable.takeFrame().digest).toBe(planned.digest());
    to(2 * S);
    to(7 * S);
    to(1.3 * S);
    to(9 * S);
    expect(seekable.takeFrame().digest).toBe(planned.digest());
    seekable.setEdits([]);
    to(9 * S);
    const plain = openRunOfPolicy(all, { scenario: opening, seed: 1 });
    plain.advance(9 * S);
    expect(seekable.takeFrame().digest).toBe(plain.digest());
    expect(plain.digest()).not.toBe(planned.digest());
  });
});

describe('declarations of versions', () => {
  const withParameter = (text: string) => `policy({ parameters: { a: ${text} } });\n${FIFO}`;
  const refusal = (...sources: readonly string[]) => {
    try {
      versions(...sources);
    } catch (error) {
      if (error instanceof ProgramError) return `${error.line ?? '-'}: ${error.message}`;
      throw error;
    }
    return 'taken';
  };

  test('all parameters, reasons and signals of all versions, and which one runs', () => {
    const { name, parameters, hints, reasons } = versions(templateOf('red'), templateOf('codel'));
    expect(name).toBe('My CoDel');
    expect(parameters.program).toMatchObject({ kind: 'choice', default: '1' });
    const [red, codel] = [compiled(templateOf('red')), compiled(templateOf('codel'))];
    for (const one of [red, codel]) {
      expect(Object.keys(parameters)).toEqual(expect.arrayContaining(Object.keys(one.parameters)));
      expect(hints.signals).toEqual(expect.arrayContaining([...one.hints.signals]));
      expect(reasons).toEqual(expect.arrayContaining([...one.reasons]));
    }
    expect(reasons.filter(({ id }) => id === 'accepted')).toHaveLength(1);
  });

  test('the same name declared in another way is refused, because the run before would change', () => {
    expect(refusal(withParameter('{ default: 1, max: 2 }'), withParameter('{ default: 1, max: 3 }'))).toMatch(
      /^1: policy\(\): the parameter 'a' is declared in another way than before/,
    );
    expect(refusal(withParameter('{ default: 1 }'), withParameter('{ default: 1 }'))).toBe('taken');
    expect(refusal(`policy({ parameters: { program: { default: 1 } } });\n${FIFO}`)).toContain("'program' is reserved");
    expect(refusal(templateOf('droptail'), templateOf('red'))).toBe('taken');
    expect(refusal(...Array.from({ length: 9 }, (_, index) => `${FIFO}//${index}`))).toContain('at most 8');
    expect(refusal('x'.repeat(40_000), 'y'.repeat(40_000))).toContain('80\u202f001 characters in all its versions');
  });

  test('an existing version is not added again, and no version can hide another', () => {
    const { text, version } = withVersion('one', 'two\fthree');
    expect([splitVersions(text), version]).toEqual([['one', 'two three'], 2]);
    expect(withVersion(text, 'one')).toEqual({ text, version: 1 });
  });
});

test('too many versions are refused before any of them runs', () => {
  // None of them is a policy: running the first one would give an error.
  expect(() => compiled(Array(900).fill('1;').join('\f'))).toThrow('The program has 900 versions; allowed: at most 8.');
});

/** Programs that break the contract, each in one way, and the messages about it. */
import { describe, expect, test } from 'vitest';
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { PacketFlag, type PacketPool } from '../../src/engine/packets/packet.ts';
import { judgePolicy } from '../../src/judging/judge-policy.ts';
import { formatFindingContext, type JudgedRule, type RuleId } from '../../src/judging/rules/contract-rules.ts';
import { indexOfItem } from '../../src/policies/mechanisms/reasons.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { SingleQueue } from '../../src/policies/packets/mechanisms/single-queue.ts';
import { ProgramRunError } from '../../src/program/fault.ts';
import { programTemplates } from '../../src/program/templates.ts';
import { chosen } from '../amount.ts';
import { compiled } from '../program/program.ts';

const broken = (judged: readonly JudgedRule[]) => judged.flatMap(({ rule, state }) => (state === 'broken' ? rule : []));

/** The first finding of a program, as its message says it. */
function told(source: string, rule: RuleId): string {
  const judged = judgePolicy(compiled(source));
  const finding = judged.find((one) => one.rule === rule)?.finding;
  return finding === undefined
    ? `keeps it; breaks: ${broken(judged).join()}`
    : `${finding.text} (${formatFindingContext(finding)})`;
}

const templates = chosen(programTemplates, ({ id }) => id === 'random-drop');

test.each(templates.map(({ id, source }) => [id, source] as const))(
  'the template %s keeps all rules',
  (_id, source) => {
    const shares: number[] = [];
    const judged = judgePolicy(compiled(source), (share) => shares.push(share));
    expect(judged.map(({ state }) => state)).toEqual(judged.map(() => 'kept'));
    expect(shares.at(-1)).toBe(1);
    expect([...shares].sort((one, other) => one - other)).toEqual(shares);
  },
);

const FITS = indexOfItem(droptail.reasons, 'fits');
const FULL = indexOfItem(droptail.reasons, 'full');

const TAIL =
  'const queue = [];\nfunction enqueue(packet) { if (fits(packet)) queue.push(packet); else drop(packet); }\n';

describe('for a program that breaks a rule, the rule and the packet are named', () => {
  test.each<[string, RuleId, string, RegExp]>([
    [
      'sends the newest first',
      'order',
      `${TAIL}function dequeue() { return queue.pop(); }`,
      /^sends packet \d+ before packet \d+, which came first \(flow\) \(packet \d+ \(\w+\), at \d\.\d{6} s; test: TCP/,
    ],
    [
      'drops what it sent',
      'verdict',
      `${TAIL}let last;\nfunction dequeue() {\n  if (last && queue.length > 5) drop(last);\n  return (last = queue.shift());\n}`,
      /^drop\(\): packet \d+ is no longer in the buffer: it was sent or dropped before\. \(line 5, packet \d+ \(\w+\), at/,
    ],
    [
      'judges a packet twice',
      'verdict',
      'const queue = [];\nfunction enqueue(packet) {\n  queue.push(packet); accept(packet);\n  if (!fits(packet)) drop(queue.pop()); }\nfunction dequeue() { return queue.shift(); }',
      /^drop\(\): packet \d+ already has a verdict: accept\. \(line 4, packet \d+ \(\w+\), at/,
    ],
    [
      'forgets a packet',
      'conserves',
      `const queue = []; let n = 0;\nfunction enqueue(packet) { if (!fits(packet)) drop(packet); else if (++n % 50) queue.push(packet); }\nfunction dequeue() { return queue.shift(); }`,
      /^dequeue\(\) returned no packet, but \d+ accepted packets wait.*\(line 3, packet \d+ \(\w+\), at/,
    ],
    [
      'keeps more than the buffer',
      'buffer',
      'const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\nfunction dequeue() { return queue.shift(); }',
      /^enqueue\(\) kept a packet, but the buffer holds only 20 packets\..*\(line 2, packet \d+ \(\w+\), at/,
    ],
    [
      'lets a packet starve',
      'starves',
      'const queue = []; let last;\nfunction enqueue(packet) { if (!fits(packet)) drop(packet); else if (!last && packet.flow === 2) last = packet; else queue.push(packet); }\nfunction dequeue() { const packet = queue.shift(); if (packet) return packet; const one = last; last = undefined; return one; }',
      /^packet \d+ waits while 500 kB that came later are sent \(packet \d+ \(/,
    ],
    [
      'cannot stand one of its values',
      'changes',
      `const p = policy({ parameters: { every: { default: 3, min: 0, max: 9, integer: true } } });\n${TAIL}function dequeue() {\n  if (p.every === 0) nothing();\n  return queue.shift();\n}`,
      /^ReferenceError: 'nothing' is not defined\. \(line 5, .*test: TCP with short transfers, every is 0\)/,
    ],
    [
      'never ends',
      'runs',
      `${TAIL}function dequeue() { while (queue.length > 9) {} return queue.shift(); }`,
      /loop does not end.*\(line 3, at/,
    ],
  ])('%s', (_what, rule, source, words) => {
    expect(told(source, rule)).toMatch(words);
  });

  test('after a broken rule, later rules count as untested, and no untested rule is reported as kept', () => {
    const states = (source: string) =>
      Object.fromEntries(judgePolicy(compiled(source)).map(({ rule, state }) => [rule, state]));
    expect(states(`${TAIL}function dequeue() { return queue.pop(); }`)).toMatchObject({
      runs: 'kept',
      order: 'broken',
      changes: 'untested',
      repeats: 'untested',
      rewinds: 'untested',
    });
    expect(states(`${TAIL}function dequeue() { nothing(); }`)).toMatchObject({
      runs: 'broken',
      order: 'untested',
      conserves: 'untested',
      changes: 'untested',
    });
  });
});

/** DropTail that refuses every seventh packet. It keeps its count where no checkpoint finds it. */
class Hidden extends SingleQueue {
  #arrived = 0;

  enqueue(packet: number): number {
    const { host, queue } = this;
    const packets = queue.packetCount + host.inServicePackets + 1;
    const bytes = queue.byteCount + host.inServiceBytes + (host.packets.bytes[packet] as number);
    this.#arrived++;
    if (this.#arrived % 7 === 0 || packets > host.limitPackets || bytes > host.limitBytes) return FULL;
    queue.push(packet);
    return FITS;
  }
}

test('state in a #private field does not rewind, and the message names the rule of checkpoints', () => {
  const judged = judgePolicy({ ...droptail, create: (host) => new Hidden(host) });
  expect(broken(judged)).toEqual(['rewinds']);
  expect(judged.find(({ rule }) => rule === 'rewinds')?.finding?.text).toMatch(/not in ordinary fields$/);
});

test('the first of two breaks of one rule is reported, even if the second ends the run', () => {
  const tail = compiled(`${TAIL}function dequeue() { return queue.shift(); }`);
  const twice: PacketPolicyDefinition = {
    ...tail,
    create: (host, values) => {
      const policy = tail.create(host, values);
      let arrived = 0;
      const enqueue = (packet: number) => {
        arrived++;
        // The types forbid it, but a program could do it.
        const { flags } = host.packets as PacketPool;
        if (arrived === 30) flags[packet] = (flags[packet] as number) | PacketFlag.ce;
        if (arrived === 60)
          throw new ProgramRunError('in enqueue()', host.nowNs, { message: 'the end', rule: 'verdict' });
        return policy.enqueue(packet);
      };
      return Object.create(policy, { enqueue: { value: enqueue } });
    },
  };
  const finding = judgePolicy(twice).find(({ rule }) => rule === 'verdict')?.finding;
  expect(finding?.text).toMatch(/^sets CE of \d+ itself$/);
});

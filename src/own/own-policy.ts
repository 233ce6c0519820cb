/** A policy that a student wrote: it runs in a box (box.ts). Everything that comes from there is checked here. */
import { PacketFlag } from '../engine/packet.ts';
import { NO_PACKET, type PacketPolicyDefinition, type Policy, type PolicyHost } from '../engine/policy.ts';
import type { ParameterValue } from '../params/schema.ts';
import { IndexedQueue } from '../policies/packets/parts/indexed-queue.ts';
import { Box, type InterpreterModule } from './box.ts';
import { type Declaration, definitionOf, operandsOf, readDeclaration, reasonsOf } from './declaration.ts';
import { MAX_SOURCE, MEAN_STEPS, SAVED_STEPS } from './limits.ts';
import { Cell, Command, Entry } from './prelude.ts';
import { lineOf, ProgramError } from './program-error.ts';

/** So many arrivals in a row may be dropped while the buffer is empty. */
const EMPTY_DROPS = 1000;

const ASK_FITS = 'Call fits(packet), and drop the packet if the result is false.';

/** A rule that a program breaks in the middle of a run; `runs` where the program itself breaks off. */
export type FaultRule = 'runs' | 'verdict' | 'conserves' | 'buffer';

interface FaultReport {
  readonly message: string;
  readonly line?: number | undefined;
  readonly rule: FaultRule;
  /** The packet at which it happened: its number and the index of its class. */
  readonly packet?: { readonly serial: number; readonly classIndex: number } | undefined;
}

/** A program that broke off in the middle of a run. Its message says all; the rest is for an editor. */
export class OwnFault extends Error {
  readonly line: number | undefined;
  readonly timeNs: number;
  readonly rule: FaultRule;
  readonly packet: FaultReport['packet'];
  /** What is wrong, without line and time. */
  readonly words: string;

  constructor(where: string, timeNs: number, { message, line, rule, packet }: FaultReport) {
    const place = line === undefined ? '' : `line ${line}, `;
    super(`${place}${where} at ${(timeNs / 1e9).toFixed(6)} s: ${message}`);
    // All that is to be known is in the message.
    this.stack = '';
    this.line = line;
    this.timeNs = timeNs;
    this.rule = rule;
    this.packet = packet;
    this.words = message;
  }
}

/**
 * Runs a program once, without packets, for what it declares.
 * @throws ProgramError
 */
export function readProgram(module: InterpreterModule, source: string): Declaration {
  if (source.length > MAX_SOURCE)
    throw new ProgramError(
      `The program has ${source.length.toLocaleString('en')} characters; allowed: at most ${MAX_SOURCE.toLocaleString('en')}.`,
    );
  if (source.includes('\0')) throw new ProgramError('The program contains a null character (U+0000).');
  const box: Box = new Box(module, () => {
    box.cells[Cell.number] = 0.5;
  });
  box.cells[Cell.rateBps] = 1e7;
  box.cells[Cell.limitPackets] = 100;
  box.cells[Cell.limitBytes] = Number.POSITIVE_INFINITY;
  box.load(source, {});
  return readDeclaration(box.declaration(), source);
}

/** The definition of a program, ready to run. @throws ProgramError */
export function ownDefinition(module: InterpreterModule, source: string): PacketPolicyDefinition {
  const declaration = readProgram(module, source);
  return definitionOf(declaration, (host, values) => new OwnPolicy(host, values, { module, source, declaration }));
}

interface Program {
  readonly module: InterpreterModule;
  readonly source: string;
  readonly declaration: Declaration;
}

/** What the policy has of a packet. */
const ABSENT = 0;
const WAITS = 1;
const ARRIVES = 2;

class OwnPolicy implements Policy {
  private readonly host: PolicyHost;
  private readonly box: Box;
  private readonly source: string;
  private readonly signalCount: number;
  /** By verdict: indices of its reasons, and the names of the numbers of each. */
  private readonly reasons: readonly (readonly number[])[];
  private readonly operands: readonly (readonly (readonly string[])[])[];
  /** In order of arrival. The program may send them in another order. */
  private readonly queue: IndexedQueue;
  /** By packet: ABSENT, WAITS or ARRIVES. */
  private held: Uint8Array;
  /** The packet that arrives, while `enqueue` decides on it. */
  private arriving = NO_PACKET;
  /** The verdict on the packet that arrives, as an index of a reason; -1 before it. */
  private verdict = -1;
  private wakesNs = Number.POSITIVE_INFINITY;
  private savedSteps = SAVED_STEPS;
  private emptyDrops = 0;

  constructor(host: PolicyHost, values: Readonly<Record<string, ParameterValue>>, program: Program) {
    const { module, source, declaration } = program;
    this.host = host;
    this.source = source;
    this.queue = new IndexedQueue(host.packets);
    this.held = new Uint8Array(host.packets.capacity);
    this.signalCount = declaration.signals.length;
    const { reasons, indices } = reasonsOf(declaration);
    this.reasons = indices;
    this.operands = indices.map((list) =>
      list.map((index) => operandsOf(reasons[index]?.template ?? '', declaration.parameters)),
    );
    this.box = new Box(module, () => this.command());
    this.tellPort();
    this.guarded('in the first lines', () => this.box.load(source, values));
  }

  enqueue(packet: number): number {
    const { host, box, queue } = this;
    const { packets } = host;
    const { cells } = box;
    if (packet >= this.held.length) this.grow();
    this.tellPort();
    cells[Cell.slot] = packet;
    cells[Cell.id] = packets.serial[packet];
    cells[Cell.bytes] = packets.bytes[packet];
    cells[Cell.flow] = packets.flow[packet];
    cells[Cell.classIndex] = packets.classIndex[packet];
    const flags = packets.flags[packet];
    cells[Cell.ecn] = (flags & PacketFlag.ect) === 0 ? 0 : 1;
    cells[Cell.ce] = (flags & PacketFlag.ce) === 0 ? 0 : 1;
    this.verdict = -1;
    this.held[packet] = ARRIVES;
    this.arriving = packet;
    const isEmpty = queue.packetCount + host.inServicePackets === 0;
    this.run('enqueue', Entry.enqueue);
    const { verdict } = this;
    if (verdict < 0) throw this.fault('enqueue', 'verdict', 'The program gave no verdict.');
    if (this.held[packet] === ABSENT) this.countEmptyDrop(isEmpty);
    else {
      this.emptyDrops = 0;
      this.held[packet] = WAITS;
      queue.push(packet);
      this.checkRoom();
    }
    this.arriving = NO_PACKET;
    return verdict;
  }

  dequeue(): number {
    const { box, queue, host } = this;
    this.tellPort();
    this.run('dequeue', Entry.dequeue);
    const packet = box.cells[Cell.slot];
    if (packet === NO_PACKET) {
      if (queue.packetCount > 0 && !(this.wakesNs > host.nowNs && this.wakesNs < Number.POSITIVE_INFINITY))
        throw this.fault(
          'dequeue',
          'conserves',
          `dequeue() returned no packet, but ${queue.packetCount} accepted ${queue.packetCount === 1 ? 'packet waits' : 'packets wait'}, and wakeAt() has set no time.`,
          queue.at(0),
        );
      return NO_PACKET;
    }
    this.take(packet);
    return packet;
  }

  wake(): void {
    this.wakesNs = Number.POSITIVE_INFINITY;
    this.tellPort();
    this.run('wake', Entry.wake);
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.guarded('after a change of its parameters', () => this.box.configure(values));
  }

  waitingPackets(): number {
    return this.queue.packetCount;
  }

  waitingBytes(): number {
    return this.queue.byteCount;
  }

  listWaiting(into: Int32Array): number {
    return this.queue.list(into);
  }

  signals(into: Float64Array): void {
    for (let index = 0; index < this.signalCount; index++) into[index] = this.box.cells[Cell.signals + index];
  }

  private run(name: string, entry: number): void {
    this.guarded(`in ${name}()`, () => this.box.call(entry));
    this.savedSteps = Math.min(SAVED_STEPS, this.savedSteps + MEAN_STEPS - this.box.steps);
    if (this.savedSteps < 0)
      throw this.fault(
        name,
        'runs',
        `The calls take more than ${MEAN_STEPS.toLocaleString('en')} steps each on average.`,
      );
  }

  private guarded(where: string, act: () => void): void {
    const { cells } = this.box;
    cells[Cell.blamedId] = -1;
    try {
      act();
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      const { message, line } = error;
      const serial = cells[Cell.blamedId] as number;
      if (serial < 0)
        throw new OwnFault(where, this.host.nowNs, { message, line, rule: 'runs', packet: this.named(this.arriving) });
      const packet = { serial, classIndex: cells[Cell.blamedClass] as number };
      throw new OwnFault(where, this.host.nowNs, { message, line, rule: 'verdict', packet });
    }
  }

  /** A rule that the program breaks as a whole: its place is the function. */
  private fault(name: string, rule: FaultRule, message: string, packet = this.arriving): OwnFault {
    const line = lineOf(this.source, `\\bfunction\\s+${name}\\b|\\b${name}\\s*=`);
    return new OwnFault(`in ${name}()`, this.host.nowNs, { message, line, rule, packet: this.named(packet) });
  }

  private named(packet: number): FaultReport['packet'] {
    if (packet === NO_PACKET) return undefined;
    const { serial, classIndex } = this.host.packets;
    return { serial: serial[packet] as number, classIndex: classIndex[packet] as number };
  }

  /** A packet was accepted: the buffer must have had room for it. */
  private checkRoom(): void {
    const { host, queue } = this;
    const { packetCount, byteCount } = queue;
    if (packetCount > host.limitPackets)
      throw this.fault(
        'enqueue',
        'buffer',
        `enqueue() kept a packet, but the buffer holds only ${host.limitPackets} packets. ${ASK_FITS}`,
      );
    if (byteCount > host.limitBytes)
      throw this.fault(
        'enqueue',
        'buffer',
        `enqueue() kept a packet, but the buffer holds only ${host.limitBytes.toLocaleString('en')} bytes. ${ASK_FITS}`,
      );
  }

  private countEmptyDrop(isEmpty: boolean): void {
    this.emptyDrops = isEmpty ? this.emptyDrops + 1 : 0;
    if (this.emptyDrops >= EMPTY_DROPS)
      throw this.fault(
        'enqueue',
        'runs',
        `enqueue() has dropped ${EMPTY_DROPS} packets in a row while the buffer was empty.`,
      );
  }

  private tellPort(): void {
    const { host, queue } = this;
    const { cells } = this.box;
    cells[Cell.nowNs] = host.nowNs;
    cells[Cell.rateBps] = host.rateBps;
    cells[Cell.limitPackets] = host.limitPackets;
    cells[Cell.limitBytes] = host.limitBytes;
    cells[Cell.sendingPackets] = host.inServicePackets;
    cells[Cell.sendingBytes] = host.inServiceBytes;
    cells[Cell.waitingPackets] = queue.packetCount;
    cells[Cell.waitingBytes] = queue.byteCount;
  }

  /** The program gives a verdict, or asks for something. */
  private command(): void {
    const { host } = this;
    const { cells } = this.box;
    const command = cells[Cell.command];
    if (command === Command.random) {
      host.random.drawUniform();
      cells[Cell.number] = host.random.drawn[0];
    } else if (command === Command.wakeAt) {
      this.wakesNs = cells[Cell.number];
      host.wakeAt(this.wakesNs);
    } else if (command === Command.accept || command === Command.mark || command === Command.drop) {
      this.judge(command, cells[Cell.slot]);
    } else throw new Error(`the box has no command ${command}`);
  }

  private judge(kind: number, packet: number): void {
    const { host } = this;
    const state = this.held[packet] ?? ABSENT;
    const reason = this.reasons[kind]?.[this.box.cells[Cell.reason]];
    if (state === ABSENT || reason === undefined || (kind === Command.accept && state !== ARRIVES))
      throw new Error('the box gave a verdict that it cannot give');
    if (host.explaining) this.explain(kind);
    if (state === ARRIVES) {
      this.verdict = reason;
      if (kind === Command.drop) this.held[packet] = ABSENT;
    } else if (kind === Command.drop) {
      this.take(packet);
      host.drop(packet, reason);
      this.tellPort();
    } else host.mark(packet, reason);
  }

  private explain(kind: number): void {
    const { cells } = this.box;
    const names = this.operands[kind]?.[cells[Cell.reason]] ?? [];
    this.host.explanation.tell(Object.fromEntries(names.map((name, index) => [name, cells[Cell.operands + index]])));
  }

  /** Takes a waiting packet out of the queue. */
  private take(packet: number): void {
    const { queue, held } = this;
    if (held[packet] !== WAITS) throw new Error('the box named a packet that does not wait');
    let place = 0;
    while (queue.at(place) !== packet) place++;
    queue.remove(place);
    held[packet] = ABSENT;
  }

  private grow(): void {
    const held = new Uint8Array(this.host.packets.capacity);
    held.set(this.held);
    this.held = held;
  }
}

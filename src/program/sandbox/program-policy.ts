/** A student's program as a policy. It runs in a sandbox (sandbox.ts). Every result of the sandbox is checked here. */

import { NO_PACKET, type PacketPolicyDefinition, type Policy, type PolicyHost } from '../../engine/contract/policy.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { IndexedQueue } from '../../policies/packets/mechanisms/indexed-queue.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { type Declaration, sentenceOperands } from '../declaration.ts';
import { type FaultReport, type FaultRule, ProgramRunError } from '../fault.ts';
import { ProgramCommand, ProgramEntry, SharedSlot } from '../prelude.ts';
import type { PrintHandler } from '../printed-line.ts';
import { lineOfPattern, ProgramError } from '../program-error.ts';
import {
  MAX_PRINTED_CHARACTERS,
  MAX_SAVED_STEPS,
  MAX_SAVED_WAKES,
  MAX_WAKES_PER_PACKET,
  MAX_WAKES_PER_SECOND,
  MEAN_CALL_STEPS,
} from '../program-limits.ts';
import {
  definitionOfVersions,
  indexOfVersion,
  reasonsOfAll,
  signalsOfAll,
  splitVersions,
} from '../program-versions.ts';
import { programDeclarations } from './program-declarations.ts';
import { type InterpreterModule, ProgramSandbox } from './sandbox.ts';

/** Largest number of arrivals in a row that may be dropped while the buffer is empty. */
const MAX_EMPTY_DROPS = 1000;

const FITS_ADVICE = 'Call fits(packet), and drop the packet if the result is false.';

/**
 * The definition of a program, ready to run.
 * @param onPrint called for each line that a run of it prints; default: lines are lost
 * @throws ProgramError
 */
export function compileProgram(
  module: InterpreterModule,
  text: string,
  onPrint: PrintHandler = () => {},
): PacketPolicyDefinition {
  const declarations = programDeclarations(module, text);
  const sources = splitVersions(text);
  const versions = loadVersions(module, declarations, sources, onPrint);
  return definitionOfVersions(declarations, sources, (host, values) => new ProgramPolicy(host, values, versions));
}

/** A version of the program. It is frozen, so that checkpoints do not copy it. */
interface LoadedVersion {
  readonly module: InterpreterModule;
  readonly source: string;
  readonly onPrint: PrintHandler;
  /** By verdict: indices of its reasons, and the names of the numbers of each. */
  readonly reasons: readonly (readonly number[])[];
  readonly operands: readonly (readonly (readonly string[])[])[];
  /** Places of its signals among those of the policy. */
  readonly signals: readonly number[];
  /** Signals of all versions. */
  readonly signalCount: number;
}

function loadVersions(
  module: InterpreterModule,
  declarations: readonly Declaration[],
  sources: readonly string[],
  onPrint: PrintHandler,
): readonly LoadedVersion[] {
  const { reasons, indices } = reasonsOfAll(declarations);
  const signals = signalsOfAll(declarations);
  return declarations.map((declaration, versionIndex) => {
    const lists = indices[versionIndex] ?? [];
    return Object.freeze({
      module,
      source: sources[versionIndex] ?? '',
      onPrint,
      reasons: lists,
      operands: lists.map((list) =>
        list.map((index) => sentenceOperands(reasons[index]?.template ?? '', declaration.parameters)),
      ),
      signals: declaration.signals.map(({ id }) => signals.findIndex((signal) => signal.id === id)),
      signalCount: signals.length,
    });
  });
}

/** The state of a packet in the policy: during the decision on it, it arrives or is taken over from another version. */
const ABSENT_STATE = 0;
const WAITING_STATE = 1;
const ARRIVING_STATE = 2;
const TAKEN_OVER_STATE = 3;

class ProgramPolicy implements Policy {
  private readonly host: PolicyHost;
  private readonly versions: readonly LoadedVersion[];
  /** The version that runs, and its sandbox. */
  private version: LoadedVersion;
  private sandbox: ProgramSandbox;
  /** In order of arrival. The program may send them in another order. */
  private readonly queue: IndexedQueue;
  /** By packet: ABSENT_STATE, WAITING_STATE, ARRIVING_STATE or TAKEN_OVER_STATE. */
  private packetStates: Uint8Array;
  /** The packet that arrives or is taken over, while `enqueue` decides on it. */
  private arrivingPacket = NO_PACKET;
  /** The verdict on the packet that arrives, as an index of a reason; -1 before it. */
  private verdict = -1;
  /** Requested time of the next wake-up, ns. */
  private wakesNs = Number.POSITIVE_INFINITY;
  /** The link is idle after a take-over and must ask for a packet now. */
  private mustAskForLink = false;
  private savedStepCount = MAX_SAVED_STEPS;
  private savedWakeCount = MAX_SAVED_WAKES;
  /** Time of the last wake-up, ns. */
  private wokenNs = 0;
  private emptyDropCount = 0;
  private printedLineCount = 0;

  constructor(host: PolicyHost, values: Readonly<Record<string, ParameterValue>>, versions: readonly LoadedVersion[]) {
    this.host = host;
    this.versions = versions;
    this.queue = new IndexedQueue(host.packets);
    this.packetStates = new Uint8Array(host.packets.capacity);
    this.version = this.findVersion(values);
    this.sandbox = this.createSandbox();
    this.load(values);
  }

  private findVersion(values: Readonly<Record<string, ParameterValue>>): LoadedVersion {
    return this.versions[indexOfVersion(values)];
  }

  private createSandbox(): ProgramSandbox {
    return new ProgramSandbox(this.version.module, () => this.executeCommand());
  }

  /** Runs the first lines of the version in its new sandbox. */
  private load(values: Readonly<Record<string, ParameterValue>>): void {
    this.tellPort();
    this.callReported('in the first lines', () => this.sandbox.load(this.version.source, values));
  }

  enqueue(packet: number): number {
    const { host, queue } = this;
    if (packet >= this.packetStates.length) this.grow();
    this.verdict = -1;
    const isEmpty = queue.packetCount + host.inServicePackets === 0;
    this.savedWakeCount += MAX_WAKES_PER_PACKET;
    this.decide(packet, ARRIVING_STATE);
    const { verdict } = this;
    if (verdict < 0) throw this.createFault('enqueue', 'verdict', 'The program gave no verdict.');
    if (this.packetStates[packet] === ABSENT_STATE) this.countEmptyDrop(isEmpty);
    else {
      this.emptyDropCount = 0;
      this.packetStates[packet] = WAITING_STATE;
      queue.push(packet);
      this.checkRoom();
    }
    this.arrivingPacket = NO_PACKET;
    return verdict;
  }

  /** Calls the program to decide on a packet that arrives or is taken over. */
  private decide(packet: number, state: number): void {
    const { packets } = this.host;
    const { slots } = this.sandbox;
    this.tellPort();
    slots[SharedSlot.slot] = packet;
    slots[SharedSlot.id] = packets.serial[packet];
    slots[SharedSlot.bytes] = packets.bytes[packet];
    slots[SharedSlot.flow] = packets.flow[packet];
    slots[SharedSlot.classIndex] = packets.classIndex[packet];
    const flags = packets.flags[packet];
    slots[SharedSlot.ecn] = (flags & PacketFlag.ect) === 0 ? 0 : 1;
    slots[SharedSlot.ce] = (flags & PacketFlag.ce) === 0 ? 0 : 1;
    slots[SharedSlot.arrivedNs] = packets.arrivedNs[packet];
    this.packetStates[packet] = state;
    this.arrivingPacket = packet;
    this.run('enqueue', ProgramEntry.enqueue);
  }

  dequeue(): number {
    const { sandbox, queue, host } = this;
    this.tellPort();
    this.run('dequeue', ProgramEntry.dequeue);
    const packet = sandbox.slots[SharedSlot.slot];
    if (packet === NO_PACKET) {
      if (queue.packetCount > 0 && !(this.wakesNs > host.nowNs && this.wakesNs < Number.POSITIVE_INFINITY))
        throw this.createFault(
          'dequeue',
          'conserves',
          `dequeue() returned no packet, but ${queue.packetCount} accepted ${queue.packetCount === 1 ? 'packet waits' : 'packets wait'}, and wakeAt() has set no time.`,
          queue.at(0),
        );
      return NO_PACKET;
    }
    this.removeWaiting(packet);
    return packet;
  }

  wake(): void {
    if (this.mustAskForLink) {
      this.mustAskForLink = false;
      this.host.wakeAt(this.wakesNs);
      if (this.wakesNs > this.host.nowNs) return;
    }
    this.wakesNs = Number.POSITIVE_INFINITY;
    this.countWake();
    this.tellPort();
    this.run('wake', ProgramEntry.wake);
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    const version = this.findVersion(values);
    if (version === this.version)
      this.callReported('after a change of its parameters', () => this.sandbox.configure(values));
    else this.takeOver(version, values);
  }

  /**
   * Another version takes over, in a new sandbox. Its `enqueue` decides on the waiting packets, in the order of their
   * arrival. It begins with an empty queue. The packets were already counted and accepted, so only a drop or a mark is
   * a verdict.
   */
  private takeOver(version: LoadedVersion, values: Readonly<Record<string, ParameterValue>>): void {
    const { host, queue, packetStates } = this;
    const waitingPackets = new Int32Array(queue.packetCount);
    queue.list(waitingPackets);
    while (queue.packetCount > 0) packetStates[queue.shift()] = ABSENT_STATE;
    this.wakesNs = Number.POSITIVE_INFINITY;
    this.mustAskForLink = false;
    host.wakeAt(this.wakesNs);
    this.savedStepCount = MAX_SAVED_STEPS;
    this.savedWakeCount = MAX_SAVED_WAKES;
    this.version = version;
    this.sandbox = this.createSandbox();
    this.load(values);
    for (const packet of waitingPackets) {
      this.decide(packet, TAKEN_OVER_STATE);
      if (packetStates[packet] !== ABSENT_STATE) {
        packetStates[packet] = WAITING_STATE;
        queue.push(packet);
        this.checkRoom();
      }
      this.arrivingPacket = NO_PACKET;
    }
    // The last version may have left the link idle while packets waited.
    this.mustAskForLink = queue.packetCount > 0 && host.inServicePackets === 0;
    if (this.mustAskForLink) host.wakeAt(host.nowNs);
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
    const { signals, signalCount } = this.version;
    if (signals.length < signalCount) into.fill(Number.NaN, 0, signalCount);
    for (let index = 0; index < signals.length; index++)
      into[signals[index]] = this.sandbox.slots[SharedSlot.signals + index];
  }

  private run(name: string, entry: number): void {
    this.callReported(`in ${name}()`, () => this.sandbox.call(entry));
    this.savedStepCount = Math.min(MAX_SAVED_STEPS, this.savedStepCount + MEAN_CALL_STEPS - this.sandbox.stepCount);
    if (this.savedStepCount < 0)
      throw this.createFault(
        name,
        'runs',
        `The calls take more than ${groupDigits(MEAN_CALL_STEPS)} steps each on average.`,
      );
  }

  private countWake(): void {
    const { nowNs } = this.host;
    const earnedWakes = ((nowNs - this.wokenNs) * MAX_WAKES_PER_SECOND) / 1e9;
    this.savedWakeCount = Math.min(MAX_SAVED_WAKES, this.savedWakeCount + earnedWakes) - 1;
    this.wokenNs = nowNs;
    if (this.savedWakeCount < 0)
      throw this.createFault(
        'wake',
        'runs',
        `wake() is called more than ${groupDigits(MAX_WAKES_PER_SECOND)} times per second and ${MAX_WAKES_PER_PACKET} times for each packet, on average.`,
      );
  }

  private callReported(callName: string, act: () => void): void {
    const { slots } = this.sandbox;
    slots[SharedSlot.blamedId] = -1;
    try {
      act();
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      const { message, line } = error;
      const serial = slots[SharedSlot.blamedId];
      if (serial < 0)
        throw new ProgramRunError(callName, this.host.nowNs, {
          message,
          line,
          rule: 'runs',
          packet: this.reportedPacket(this.arrivingPacket),
        });
      const packet = { serial, classIndex: slots[SharedSlot.blamedClass] };
      throw new ProgramRunError(callName, this.host.nowNs, { message, line, rule: 'verdict', packet });
    }
  }

  /** A broken rule without a line of its own: the message names the line of the function. */
  private createFault(name: string, rule: FaultRule, message: string, packet = this.arrivingPacket): ProgramRunError {
    const line = lineOfPattern(this.version.source, `\\bfunction\\s+${name}\\b|\\b${name}\\s*=`);
    return new ProgramRunError(`in ${name}()`, this.host.nowNs, {
      message,
      line,
      rule,
      packet: this.reportedPacket(packet),
    });
  }

  private reportedPacket(packet: number): FaultReport['packet'] {
    if (packet === NO_PACKET) return undefined;
    const { serial, classIndex } = this.host.packets;
    return { serial: serial[packet], classIndex: classIndex[packet] };
  }

  /** A packet was accepted: the buffer must have had room for it. */
  private checkRoom(): void {
    const { host, queue } = this;
    const { packetCount, byteCount } = queue;
    if (packetCount > host.limitPackets)
      throw this.createFault(
        'enqueue',
        'buffer',
        `enqueue() kept a packet, but the buffer holds only ${host.limitPackets} packets. ${FITS_ADVICE}`,
      );
    if (byteCount > host.limitBytes)
      throw this.createFault(
        'enqueue',
        'buffer',
        `enqueue() kept a packet, but the buffer holds only ${groupDigits(host.limitBytes)} bytes. ${FITS_ADVICE}`,
      );
  }

  private countEmptyDrop(isEmpty: boolean): void {
    this.emptyDropCount = isEmpty ? this.emptyDropCount + 1 : 0;
    if (this.emptyDropCount >= MAX_EMPTY_DROPS)
      throw this.createFault(
        'enqueue',
        'runs',
        `enqueue() has dropped ${MAX_EMPTY_DROPS} packets in a row while the buffer was empty.`,
      );
  }

  private tellPort(): void {
    const { host, queue } = this;
    const { slots } = this.sandbox;
    slots[SharedSlot.nowNs] = host.nowNs;
    slots[SharedSlot.rateBps] = host.rateBps;
    slots[SharedSlot.limitPackets] = host.limitPackets;
    slots[SharedSlot.limitBytes] = host.limitBytes;
    slots[SharedSlot.sendingPackets] = host.inServicePackets;
    slots[SharedSlot.sendingBytes] = host.inServiceBytes;
    slots[SharedSlot.waitingPackets] = queue.packetCount;
    slots[SharedSlot.waitingBytes] = queue.byteCount;
  }

  /** The program gives a verdict or makes a request. */
  private executeCommand(): void {
    const { host } = this;
    const { slots } = this.sandbox;
    const command = slots[SharedSlot.command];
    if (command === ProgramCommand.random) {
      host.random.drawUniform();
      slots[SharedSlot.number] = host.random.drawn[0];
    } else if (command === ProgramCommand.wakeAt) {
      this.wakesNs = slots[SharedSlot.number];
      host.wakeAt(this.mustAskForLink ? host.nowNs : this.wakesNs);
    } else if (
      command === ProgramCommand.accept ||
      command === ProgramCommand.mark ||
      command === ProgramCommand.drop
    ) {
      this.judge(command, slots[SharedSlot.slot]);
    } else if (command === ProgramCommand.print) this.print(slots[SharedSlot.number]);
    else throw new Error(`the sandbox has no command ${command}`);
  }

  /** @param length number of characters of the line; -1 if it is only counted */
  private print(length: number): void {
    const codes = this.sandbox.slots.subarray(SharedSlot.printed, SharedSlot.printed + MAX_PRINTED_CHARACTERS);
    const text = length < 0 ? undefined : String.fromCharCode(...codes.subarray(0, length));
    this.version.onPrint({ index: this.printedLineCount++, timeNs: this.host.nowNs, text });
  }

  private judge(kind: number, packet: number): void {
    const { host } = this;
    const state = this.packetStates[packet] ?? ABSENT_STATE;
    const reason = this.version.reasons[kind]?.[this.sandbox.slots[SharedSlot.reason]];
    if (state === ABSENT_STATE || reason === undefined || (kind === ProgramCommand.accept && state === WAITING_STATE))
      throw new Error('the sandbox gave a verdict that it cannot give');
    const isTakenOver = state === TAKEN_OVER_STATE;
    // It was accepted before, and may have been marked.
    if (isTakenOver && kind === ProgramCommand.accept) return;
    if (isTakenOver && kind === ProgramCommand.mark && (host.packets.flags[packet] & PacketFlag.ce) !== 0) return;
    if (host.explaining) this.explain(kind);
    if (state === ARRIVING_STATE) {
      this.verdict = reason;
      if (kind === ProgramCommand.drop) this.packetStates[packet] = ABSENT_STATE;
    } else if (kind === ProgramCommand.drop) {
      if (isTakenOver) this.packetStates[packet] = ABSENT_STATE;
      else this.removeWaiting(packet);
      host.drop(packet, reason);
      this.tellPort();
    } else host.mark(packet, reason);
  }

  private explain(kind: number): void {
    const { slots } = this.sandbox;
    const names = this.version.operands[kind]?.[slots[SharedSlot.reason]] ?? [];
    this.host.explanation.tell(
      Object.fromEntries(names.map((name, index) => [name, slots[SharedSlot.operands + index]])),
    );
  }

  /** Takes a waiting packet out of the queue. */
  private removeWaiting(packet: number): void {
    const { queue, packetStates } = this;
    if (packetStates[packet] !== WAITING_STATE) throw new Error('the sandbox named a packet that does not wait');
    let position = 0;
    while (queue.at(position) !== packet) position++;
    queue.remove(position);
    packetStates[packet] = ABSENT_STATE;
  }

  private grow(): void {
    const largerStates = new Uint8Array(this.host.packets.capacity);
    largerStates.set(this.packetStates);
    this.packetStates = largerStates;
  }
}

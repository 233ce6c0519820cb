/**
 * The program that runs in the sandbox before the student's program and defines the names of the contract. It is
 * JavaScript for the interpreter, not for this engine. The host also reads and writes the slots that numbers pass
 * through. It checks all numbers.
 */

import { MAX_PRINTED_CHARACTERS, MAX_PRINTED_LINES } from './program-limits.ts';

/** Cells between the host and the sandbox. */
export const SharedSlot = {
  /** The state of the port. The host writes it before each call and after each command. */
  nowNs: 0,
  rateBps: 1,
  limitPackets: 2,
  limitBytes: 3,
  sendingPackets: 4,
  sendingBytes: 5,
  waitingPackets: 6,
  waitingBytes: 7,
  /**
   * The packet that arrives; and the slot of the packet of a command or of the packet that `dequeue` chose, -1 for
   * none.
   */
  slot: 8,
  id: 9,
  bytes: 10,
  flow: 11,
  classIndex: 12,
  ecn: 13,
  ce: 14,
  /** A command: its kind, and its reason (index among those of its verdict). */
  command: 15,
  reason: 16,
  /** A drawn number, or a time. */
  number: 17,
  /** Numbers of a verdict, in the order of the places of its reason. */
  operands: 18,
  /** Signals, in the order of their declaration. */
  signals: 34,
  /** The packet of a verdict that is not allowed: its id and class; -1 without one. */
  blamedId: 42,
  blamedClass: 43,
  /** Arrival at the port of the packet of the present `enqueue` call. */
  arrivedNs: 44,
  /** UTF-16 codes of a printed line; `number` has their count, -1 for a line that is only counted. */
  printed: 45,
} as const;
export const HOST_SLOTS = SharedSlot.printed + MAX_PRINTED_CHARACTERS;

/** Largest number of operands of one verdict. */
const MAX_OPERANDS = SharedSlot.signals - SharedSlot.operands;
const MAX_SIGNALS = SharedSlot.blamedId - SharedSlot.signals;

/** The commands of the sandbox to the host. */
export const ProgramCommand = { accept: 0, mark: 1, drop: 2, random: 3, wakeAt: 4, print: 5 } as const;

/** Functions of the sandbox, in the order in which the prelude returns them. */
export const ProgramEntry = { load: 0, enqueue: 1, dequeue: 2, wake: 3, configure: 4, declaration: 5 } as const;
export const PROGRAM_ENTRIES = 6;

/** The names of the contract. The student's program can use them in addition to those of JavaScript. */
export const CONTRACT_NAMES = [
  'policy',
  'accept',
  'mark',
  'drop',
  'fits',
  'random',
  'wakeAt',
  'show',
  'port',
  'us',
  'ms',
  's',
] as const;

/** Functions of a student's program. The first two are required. */
export const PROGRAM_FUNCTIONS = ['enqueue', 'dequeue', 'wake'] as const;

/** Called with the buffer of the slots and the host's function. Ends with the functions of `ProgramEntry`. */
export const PROGRAM_PRELUDE = `(function (buffer, host) {
'use strict';
const slots = new Float64Array(buffer);
const { isArray } = Array;
const { keys } = Object;
const { parse, stringify } = JSON;
const { isFinite } = Number;
const VERDICTS = ['accept', 'mark', 'drop'];
const GENERAL = ['accepted', 'marked', 'dropped'];

let program;
let declared;
let given = {};
const values = {};
/** For each verdict: ids of its reasons, and the names of the numbers that each reason needs. */
const reasonIds = [['accepted'], ['marked'], ['dropped']];
const reasonPlaces = [[[]], [[]], [[]]];
let signalIds = [];

/** Packets without a final verdict, by slot. */
const here = [];
let arriving;
let verdict = 0;

const SLOT = Symbol('slot');

function packetOf(slot) {
  return {
    id: slots[${SharedSlot.id}],
    bytes: slots[${SharedSlot.bytes}],
    flow: slots[${SharedSlot.flow}],
    class: slots[${SharedSlot.classIndex}],
    ecn: slots[${SharedSlot.ecn}] === 1,
    marked: slots[${SharedSlot.ce}] === 1,
    arrived: slots[${SharedSlot.arrivedNs}],
    [SLOT]: slot,
  };
}

/** The slot of a packet in the buffer; -2 for a value that is not a packet, -1 for a packet that left. */
function slotOf(value) {
  if (typeof value !== 'object' || value === null) return -2;
  const slot = value[SLOT];
  if (slot === undefined) return -2;
  return here[slot] === value ? slot : -1;
}

function words(value) {
  if (typeof value === 'string') return "'" + value + "'";
  if (isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

/** An error about a packet, which the host then names. */
function blame(packet, text) {
  slots[${SharedSlot.blamedId}] = packet.id;
  slots[${SharedSlot.blamedClass}] = packet.class;
  return new Error(text);
}

function packetSlot(name, packet) {
  const slot = slotOf(packet);
  if (slot === -2) throw new Error(name + '() needs a packet, but it got ' + words(packet));
  if (slot === -1)
    throw blame(packet, name + '(): packet ' + packet.id + ' is no longer in the buffer: it was sent or dropped before');
  return slot;
}

/** Puts a verdict with its reason and numbers into the slots. */
function say(kind, slot, reason, numbers) {
  const name = VERDICTS[kind];
  const ids = reasonIds[kind];
  let index = -1;
  if (reason === undefined) index = 0;
  else for (let at = 0; at < ids.length; at++) if (ids[at] === reason) { index = at; break; }
  if (index < 0) {
    let known = '';
    for (let at = 1; at < ids.length; at++) known += (at > 1 ? ', ' : '') + ids[at];
    throw new Error(name + '(): ' + words(reason) + ' is not a reason. policy() declares ' +
      (known === '' ? 'no reasons' : 'these reasons') + ' for ' + name + (known === '' ? '' : ': ' + known));
  }
  const places = reasonPlaces[kind][index];
  for (let at = 0; at < places.length; at++) {
    const place = places[at];
    const value = numbers === undefined || numbers === null ? undefined : numbers[place];
    if (typeof value !== 'number' || !isFinite(value))
      throw new Error(name + "(): the reason '" + ids[index] + "' needs the number " + place + ', but it got ' + words(value));
    slots[${SharedSlot.operands} + at] = value;
  }
  slots[${SharedSlot.slot}] = slot;
  slots[${SharedSlot.reason}] = index;
  slots[${SharedSlot.command}] = kind;
  host();
}

function once(name, packet) {
  if (packet === arriving && verdict !== 0)
    throw blame(packet, name + '(): packet ' + packet.id + ' already has a verdict: ' + VERDICTS[verdict - 1]);
}

function accept(packet, reason, numbers) {
  const slot = packetSlot('accept', packet);
  if (packet !== arriving) throw blame(packet, 'accept() is only for the packet that arrives');
  once('accept', packet);
  say(0, slot, reason, numbers);
  verdict = 1;
}

function mark(packet, reason, numbers) {
  const slot = packetSlot('mark', packet);
  once('mark', packet);
  if (!packet.ecn) throw blame(packet, 'mark(): the sender of packet ' + packet.id + ' does not understand marks. Ask packet.ecn first');
  if (packet !== arriving && packet.marked) throw blame(packet, 'mark(): packet ' + packet.id + ' is marked already');
  say(1, slot, reason, numbers);
  packet.marked = true;
  if (packet === arriving) verdict = 2;
}

function drop(packet, reason, numbers) {
  const slot = packetSlot('drop', packet);
  once('drop', packet);
  say(2, slot, reason, numbers);
  here[slot] = undefined;
  if (packet === arriving) verdict = 3;
}

function fits(packet) {
  if (slotOf(packet) === -2) throw new Error('fits() needs a packet, but it got ' + words(packet));
  return slots[${SharedSlot.waitingPackets}] + slots[${SharedSlot.sendingPackets}] + 1 <= slots[${SharedSlot.limitPackets}] &&
    slots[${SharedSlot.waitingBytes}] + slots[${SharedSlot.sendingBytes}] + packet.bytes <= slots[${SharedSlot.limitBytes}];
}

function random() {
  slots[${SharedSlot.command}] = ${ProgramCommand.random};
  host();
  return slots[${SharedSlot.number}];
}

function wakeAt(time) {
  if (typeof time !== 'number' || !(time >= slots[${SharedSlot.nowNs}]))
    throw new Error('wakeAt() needs a time in ns that is not before port.now, but it got ' + words(time));
  if (program !== undefined && program[2] === undefined) throw new Error('wakeAt() needs a function wake() in the program');
  slots[${SharedSlot.number}] = time;
  slots[${SharedSlot.command}] = ${ProgramCommand.wakeAt};
  host();
}

function show(id, value) {
  for (let at = 0; at < signalIds.length; at++) {
    if (signalIds[at] !== id) continue;
    if (typeof value !== 'number' || !isFinite(value))
      throw new Error("show(): the signal '" + id + "' needs a number, but it got " + words(value));
    slots[${SharedSlot.signals} + at] = value;
    return;
  }
  throw new Error('show(): ' + words(id) + ' is not a signal. policy() declares the signals');
}

const port = Object.freeze({
  get now() { return slots[${SharedSlot.nowNs}]; },
  get rate() { return slots[${SharedSlot.rateBps}]; },
  get limit() { return slots[${SharedSlot.limitPackets}]; },
  get limitBytes() { return slots[${SharedSlot.limitBytes}]; },
  get sending() { return slots[${SharedSlot.sendingPackets}]; },
  get sendingBytes() { return slots[${SharedSlot.sendingBytes}]; },
  get waiting() { return slots[${SharedSlot.waitingPackets}]; },
  get waitingBytes() { return slots[${SharedSlot.waitingBytes}]; },
});

function record(name, value) {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || isArray(value))
    throw new Error('policy(): ' + name + ' must be an object in braces, but it is ' + words(value));
  return value;
}

/** Names in braces of a sentence. */
function placesOf(sentence) {
  const places = [];
  for (let at = 0; at < sentence.length; at++) {
    if (sentence[at] !== '{') continue;
    let name = '';
    for (at++; at < sentence.length && sentence[at] !== '}'; at++) name += sentence[at];
    places[places.length] = name;
  }
  return places;
}

/** Values that JSON would leave out or change become texts, so that they are refused. */
function asData(key, value) {
  const type = typeof value;
  return type === 'function' || (type === 'number' && !isFinite(value)) ? words(value) : value;
}

/** Takes the declaration, and returns the values of the parameters, which change with the controls. */
function policy(spec) {
  if (declared !== undefined) throw new Error('policy() may be called once');
  if (program !== undefined) throw new Error('policy() must be called outside of all functions');
  spec = record('its argument', spec);
  const parameters = record('parameters', spec.parameters);
  const reasons = record('reasons', spec.reasons);
  const signals = record('signals', spec.signals);
  for (const name of keys(reasons)) {
    const kind = name === 'accept' ? 0 : name === 'mark' ? 1 : name === 'drop' ? 2 : -1;
    if (kind < 0) throw new Error("policy(): reasons has '" + name + "'; allowed: accept, mark, drop");
    const sentences = record('reasons.' + name, reasons[name]);
    for (const id of keys(sentences)) {
      if (typeof sentences[id] !== 'string') throw new Error('policy(): the reason ' + id + ' must be a sentence, but it is ' + words(sentences[id]));
      const places = [];
      for (const place of placesOf(sentences[id])) if (parameters[place] === undefined) places[places.length] = place;
      if (places.length > ${MAX_OPERANDS}) throw new Error('policy(): the reason ' + id + ' has more than ${MAX_OPERANDS} numbers');
      reasonIds[kind][reasonIds[kind].length] = id;
      reasonPlaces[kind][reasonPlaces[kind].length] = places;
    }
  }
  signalIds = keys(signals);
  if (signalIds.length > ${MAX_SIGNALS}) throw new Error('policy(): more than ${MAX_SIGNALS} signals');
  let text;
  try { text = stringify(spec, asData); } catch (error) { throw new Error('policy(): the declaration cannot be written as data'); }
  declared = text;
  for (const id of keys(parameters)) values[id] = id in given ? given[id] : record('parameters.' + id, parameters[id]).default;
  return values;
}

let printedLines = 0;

/** A value as text: texts as they are, objects and lists as JSON. */
function printable(value) {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? words(value) : String(value);
  let text;
  try { text = stringify(value); } catch (error) {}
  return text === undefined ? words(value) : text;
}

function print(...parts) {
  printedLines++;
  let length = -1;
  if (printedLines <= ${MAX_PRINTED_LINES}) {
    let line = '';
    for (let at = 0; at < parts.length; at++) line += (at > 0 ? ' ' : '') + printable(parts[at]);
    length = line.length < ${MAX_PRINTED_CHARACTERS} ? line.length : ${MAX_PRINTED_CHARACTERS};
    for (let at = 0; at < length; at++) slots[${SharedSlot.printed} + at] = line.charCodeAt(at);
    if (line.length > length) slots[${SharedSlot.printed} + length - 1] = 0x2026;
  }
  slots[${SharedSlot.number}] = length;
  slots[${SharedSlot.command}] = ${ProgramCommand.print};
  host();
}
globalThis.console = Object.freeze({ log: print, info: print, warn: print, error: print, debug: print });

const ONE_US = 1e3, ONE_MS = 1e6, ONE_S = 1e9;
Math.random = function () {
  throw new Error('Math.random() is not allowed: it would differ from run to run. Use random(), which draws from the seed of this run');
};
delete globalThis.SharedArrayBuffer;

return [
  function load(make, text) {
    given = parse(text);
    const made = make(policy, accept, mark, drop, fits, random, wakeAt, show, port, ONE_US, ONE_MS, ONE_S);
    for (let at = 0; at < 3; at++)
      if (made[at] !== undefined && typeof made[at] !== 'function')
        throw new Error(['enqueue', 'dequeue', 'wake'][at] + ' must be a function');
    if (made[0] === undefined) throw new Error('The program has no function enqueue(packet)');
    if (made[1] === undefined) throw new Error('The program has no function dequeue()');
    program = made;
  },
  function () {
    const slot = slots[${SharedSlot.slot}];
    while (here.length <= slot) here[here.length] = undefined;
    const packet = packetOf(slot);
    here[slot] = packet;
    arriving = packet;
    verdict = 0;
    const enqueue = program[0];
    enqueue(packet);
    if (verdict === 0) say(0, slot, undefined, undefined);
    arriving = undefined;
  },
  function () {
    const dequeue = program[1];
    const packet = dequeue();
    if (packet === undefined || packet === null) {
      slots[${SharedSlot.slot}] = -1;
      return;
    }
    const slot = slotOf(packet);
    if (slot === -2) throw new Error('dequeue() must return a packet or nothing, but it returned ' + words(packet));
    if (slot === -1)
      throw blame(packet, 'dequeue() returned packet ' + packet.id + ', which is no longer in the buffer: it was sent or dropped before');
    here[slot] = undefined;
    slots[${SharedSlot.slot}] = slot;
  },
  function () {
    const wake = program[2];
    if (wake !== undefined) wake();
  },
  function (text) {
    const next = parse(text);
    for (const id of keys(values)) if (id in next) values[id] = next[id];
  },
  function () {
    return declared === undefined ? '{}' : declared;
  },
];
})`;

/**
 * The tins of CAKE: which DiffServ code points each one takes, its share of the shaper's rate, and its weight without a
 * shaper. Source: Linux, net/sched/sch_cake.c (cake_config_besteffort and the others); tc-cake(8).
 */

import { codePointOf } from '../../../../engine/packets/label-numbers.ts';

/** One tin. Tins are in the order of their rank, lowest first. */
export interface CakeTin {
  readonly name: string;
  /** Bytes per second of the tin, for those of the shaper. */
  readonly bytesPerSecond: (ofShaper: number) => number;
  /** Bytes that it may send in its turn, where there is no shaper. */
  readonly quantumBytes: number;
}

export interface TinMode {
  readonly tins: readonly CakeTin[];
  /** By code point: its tin. */
  readonly tinOfCodePoint: Uint8Array;
}

export type TinModeName = 'besteffort' | 'precedence' | 'diffserv3' | 'diffserv4' | 'diffserv8';

const CODE_POINTS = 64;

/** Code points of the type of service, which stood there before DiffServ. */
const [TOS1, TOS2, TOS4] = [1, 2, 4] as const;

/** The tins of code points; those that are not named go to the tin of `CS0`. */
function tinsOf(tinOfRest: number, names: Readonly<Record<number, readonly (string | number)[]>>): Uint8Array {
  const tins = new Uint8Array(CODE_POINTS).fill(tinOfRest);
  for (const [tin, members] of Object.entries(names))
    for (const member of members) tins[typeof member === 'number' ? member : codePointOf(member)] = Number(tin);
  return tins;
}

const assuredBits = (...groups: readonly number[]) =>
  groups.flatMap((group) => [1, 2, 3].map((drop) => `AF${group}${drop}`));

/** A tin with a part of the rate, and of 1024 bytes: halved `shift` times. */
const partTin = (name: string, shift: number): CakeTin => ({
  name,
  bytesPerSecond: (ofShaper) => Math.floor(ofShaper / (1 << shift)),
  quantumBytes: 1024 >> shift,
});

/** Eight tins, each with 7/8 of the rate and the weight of the one below it. */
function eightTins(names: readonly string[]): readonly CakeTin[] {
  let quantumBytes = 256;
  return names.map((name, rank) => {
    const tin = { name, bytesPerSecond: (ofShaper: number) => sevenEighths(ofShaper, rank), quantumBytes };
    quantumBytes = (quantumBytes * 7) >> 3;
    return tin;
  });
}

/** Rounded down at each step. */
function sevenEighths(bytesPerSecond: number, steps: number): number {
  let rate = bytesPerSecond;
  for (let step = 0; step < steps; step++) rate = Math.floor((rate * 7) / 8);
  return rate;
}

const voice = ['VA', 'EF', 'CS6', 'CS7'] as const;

export const tinModes: Readonly<Record<TinModeName, TinMode>> = {
  besteffort: {
    tins: [{ name: 'best effort', bytesPerSecond: (ofShaper) => ofShaper, quantumBytes: 65_535 }],
    tinOfCodePoint: new Uint8Array(CODE_POINTS),
  },
  precedence: {
    tins: eightTins(Array.from({ length: 8 }, (_, number) => `precedence ${number}`)),
    tinOfCodePoint: Uint8Array.from({ length: CODE_POINTS }, (_, codePoint) => codePoint >> 3),
  },
  diffserv3: {
    tins: [partTin('best effort', 0), partTin('bulk', 4), partTin('voice', 2)],
    tinOfCodePoint: tinsOf(0, { 1: ['CS1', 'LE'], 2: [TOS4, ...voice] }),
  },
  diffserv4: {
    tins: [partTin('best effort', 0), partTin('bulk', 4), partTin('video', 1), partTin('voice', 2)],
    tinOfCodePoint: tinsOf(0, {
      1: ['CS1', 'LE'],
      2: [TOS4, 'CS2', 'CS3', ...assuredBits(2, 3, 4)],
      3: ['CS4', 'CS5', ...voice],
    }),
  },
  diffserv8: {
    tins: eightTins([
      'background',
      'high throughput',
      'best effort',
      'video',
      'low latency',
      'interactive',
      'minimum latency',
      'network control',
    ]),
    tinOfCodePoint: tinsOf(2, {
      0: [TOS1],
      1: [TOS2, 'CS1', ...assuredBits(1)],
      3: ['CS3', ...assuredBits(3, 4)],
      4: [TOS4, ...assuredBits(2)],
      5: ['CS2'],
      6: ['CS4', 'CS5', 'VA', 'EF'],
      7: ['CS6', 'CS7'],
    }),
  },
};

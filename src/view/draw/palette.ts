/** Colours, glyphs and fonts of the drawings. */

import type { ClassDescription } from '../../engine/frame/frame.ts';
import { ANSWER_GLYPH_VARIANT } from '../../engine/packets/packet.ts';
import { elementInCycle, type NonEmptyList } from '../../shared/non-empty-list.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { required } from '../../shared/required.ts';

/**
 * Colours and glyphs of the drawings. Classes also differ in shape, and lanes in place, letter and stroke, so that no
 * meaning depends on colour alone.
 */
export interface DrawingTheme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly raised: string;
  readonly isDark: boolean;
}

export type PacketShape = 'square' | 'circle' | 'bar' | 'tall' | 'middle' | 'short' | 'flat';

/**
 * The drawing of a class of traffic. A hue always means a class; nothing else on the page has a hue, but for the cards
 * of answers.
 */
export interface ClassGlyph {
  readonly colour: string;
  /** Colour of its outline and of its lines in plots, with a contrast of at least 3:1 to the background. */
  readonly edge: string;
  /** Colour of text on the glyph: black or white. */
  readonly textColour: string;
  readonly shape: PacketShape;
  /** Colour of the right half, for a class that sends packets of two colours. */
  readonly secondColour?: string;
  /** Its number, if three classes or more would differ by their hue alone. */
  readonly classNumber?: number;
}

/**
 * The palette of Okabe & Ito without black, and wine for pings. The grey is dark enough for a contrast of 3:1. Wine
 * differs from the hues of the classes beside a ping in lightness too, so it differs for people who see few hues.
 */
const HUES = {
  blue: '#0072B2',
  amber: '#E69F00',
  grey: '#7B808A',
  green: '#009E73',
  pink: '#CC79A7',
  vermilion: '#D55E00',
  sky: '#56B4E9',
  yellow: '#F0E442',
  wine: '#7A0F3C',
} as const;
type Hue = keyof typeof HUES;

/** Outlines of the hues that are too light for a light background. */
const EDGES_ON_LIGHT: Readonly<Partial<Record<Hue, string>>> = {
  amber: '#946500',
  green: '#007F5C',
  pink: '#A3527D',
  sky: '#2A7FB8',
  yellow: '#7D7500',
};
/** Brighter hues for a dark background. */
const HUES_ON_DARK: Readonly<Partial<Record<Hue, string>>> = {
  blue: '#56B4E9',
  green: '#2FC49A',
  sky: '#A6DBFF',
  vermilion: '#E8752A',
  grey: '#9CA1AB',
  wine: '#FFD0DC',
};

/** Hues with white text. */
const DARK_HUES: ReadonlySet<string> = new Set([HUES.blue, HUES.wine]);

function createGlyph(hue: Hue, shape: PacketShape, isDark: boolean): ClassGlyph {
  const colour = isDark ? (HUES_ON_DARK[hue] ?? HUES[hue]) : HUES[hue];
  const edge = isDark ? colour : (EDGES_ON_LIGHT[hue] ?? colour);
  return { colour, edge, textColour: DARK_HUES.has(colour) ? '#fff' : '#000', shape };
}

const TCP_HUES: NonEmptyList<Hue> = ['blue', 'pink', 'vermilion', 'sky', 'amber', 'green'];
/** The colours of the cards of answers, which cover the page, and the colour of their letters. */
export const cardColours: NonEmptyList<Pick<ClassGlyph, 'colour' | 'textColour'>> = [
  cardColour('blue'),
  cardColour('amber'),
  cardColour('green'),
  cardColour('pink'),
  cardColour('sky'),
  cardColour('vermilion'),
];

function cardColour(hue: Hue): Pick<ClassGlyph, 'colour' | 'textColour'> {
  const { colour, textColour } = createGlyph(hue, 'square', false);
  return { colour, textColour };
}

const VC_HUES: NonEmptyList<Hue> = ['blue', 'amber', 'green', 'pink', 'vermilion', 'sky', 'grey'];

/**
 * The glyph of class `index`, for example a blue square for long TCP, an amber circle for short TCP, and a grey bar for
 * sources without feedback.
 */
export function classGlyph(classes: readonly ClassDescription[], index: number, isDark = false): ClassGlyph {
  const glyph = glyphWithoutNumber(classes, index, isDark);
  const description = classes[index];
  const alikeCount = classes.filter(({ kind, colour }) => colour === undefined && kind === description?.kind).length;
  return alikeCount < 3 || description?.colour !== undefined ? glyph : { ...glyph, classNumber: index + 1 };
}

function glyphWithoutNumber(classes: readonly ClassDescription[], index: number, isDark: boolean): ClassGlyph {
  const { kind, colour } = classes[index] ?? { kind: '', colour: undefined };
  if (colour === 'both') {
    const green = createGlyph('green', 'circle', isDark);
    return {
      ...createGlyph('blue', 'square', isDark),
      edge: createGlyph('grey', 'square', isDark).colour,
      secondColour: green.colour,
    };
  }
  if (colour !== undefined) {
    const glyph = colour === 'green' ? createGlyph('green', 'circle', isDark) : createGlyph('blue', 'square', isDark);
    // A second class of one colour is hollow.
    const first = classes.findIndex((other) => other.colour === colour);
    return first < index ? { ...glyph, colour: 'transparent', textColour: glyph.edge } : glyph;
  }
  if (kind === 'tcp' || kind === 'quic') return createGlyph(elementInCycle(TCP_HUES, index), 'square', isDark);
  if (kind === 'video') return createGlyph('vermilion', 'tall', isDark);
  if (kind === 'player') return createGlyph('vermilion', 'circle', isDark);
  if (kind === 'vc') return createGlyph(elementInCycle(VC_HUES, index), 'square', isDark);
  // Arrivals have no feedback, but a file can have several classes of them.
  if (kind === 'arrivals') return createGlyph(elementInCycle(VC_HUES, index), 'bar', isDark);
  if (kind === 'shortTcp') return createGlyph('amber', 'circle', isDark);
  if (kind === 'ping') return createGlyph('wine', 'circle', isDark);
  return createGlyph('grey', 'bar', isDark);
}

/** All glyphs of packets and lines, by theme. */
export function allGlyphs(isDark: boolean): readonly ClassGlyph[] {
  return keysOfRecord(HUES).map((hue) => createGlyph(hue, 'square', isDark));
}

/** Parts of black or white in the lines of the lanes. Lanes with lines of one class also differ in lightness. */
const LANE_SHADES = [0, 0.45, 0.25, 0.65];

/** The colour of a line of a class in a lane, further from the background than that of lane A. */
export function laneShade(colour: string, lane: number, isDark: boolean): string {
  const share = LANE_SHADES[lane] ?? 0;
  if (share === 0) return colour;
  const end = isDark ? 255 : 0;
  return colour.replace(/[\da-f]{2}/gi, (hex) => {
    const level = Number.parseInt(hex, 16);
    return Math.round(level + share * (end - level))
      .toString(16)
      .padStart(2, '0');
  });
}

const knownGlyphs = new WeakMap<readonly ClassDescription[], Map<boolean, readonly ClassGlyph[]>>();

/**
 * Glyphs of all packets by `glyphIndex`. Video has a glyph for each kind of frame; other classes have one glyph, one
 * for green packets, and one for answers.
 */
export function packetGlyphs(classes: readonly ClassDescription[], isDark: boolean): readonly ClassGlyph[] {
  const glyphsByTheme = knownGlyphs.get(classes) ?? new Map<boolean, readonly ClassGlyph[]>();
  knownGlyphs.set(classes, glyphsByTheme);
  const glyphs = glyphsByTheme.get(isDark) ?? createPacketGlyphs(classes, isDark);
  glyphsByTheme.set(isDark, glyphs);
  return glyphs;
}

function createPacketGlyphs(classes: readonly ClassDescription[], isDark: boolean): readonly ClassGlyph[] {
  const intraGlyph = createGlyph('vermilion', 'tall', isDark);
  // I, P and B frames by kind: colour and height tell them apart.
  const video = [
    intraGlyph,
    intraGlyph,
    createGlyph('amber', 'middle', isDark),
    createGlyph('yellow', 'short', isDark),
  ];
  const [blue, green] = [createGlyph('blue', 'square', isDark), createGlyph('green', 'circle', isDark)];
  return classes.flatMap(({ kind, colour }, index) => {
    if (kind === 'video') return video;
    // In a class with both colours, packets that are not green are blue.
    const baseGlyph = colour === 'both' ? blue : classGlyph(classes, index, isDark);
    // Packets of a VC above its guarantee are drawn lower.
    const middle = kind === 'vc' ? { ...baseGlyph, shape: 'middle' as const } : baseGlyph;
    return [baseGlyph, green, middle, answerGlyph(baseGlyph)];
  });
}

/** ACKs and other answers of a class are flat and hollow: packets without payload. */
const answerGlyph = ({ edge }: ClassGlyph): ClassGlyph => ({
  colour: 'transparent',
  edge,
  textColour: edge,
  shape: 'flat',
});

/**
 * Index of the glyph of a packet.
 * @param glyphVariant difference within a class (see PacketPool.glyphVariantOf), 0 to 3
 */
export function glyphIndex(classIndex: number, glyphVariant: number): number {
  return 4 * classIndex + glyphVariant;
}

/** The glyph of a packet in the list of all glyphs. */
export function packetGlyph(glyphs: readonly ClassGlyph[], classIndex: number, glyphVariant: number): ClassGlyph {
  return required(glyphs[glyphIndex(classIndex, glyphVariant)]);
}

/** The glyph of a class at one queue: that of its answers, if only they cross it. */
export function glyphAtQueue(classes: readonly ClassDescription[], index: number, isDark: boolean): ClassGlyph {
  return classes[index]?.crossing === 'answers'
    ? packetGlyph(packetGlyphs(classes, isDark), index, ANSWER_GLYPH_VARIANT)
    : classGlyph(classes, index, isDark);
}

export const DRAWING_FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const SMALL_DRAWING_FONT = DRAWING_FONT.replace('12px', '11px');

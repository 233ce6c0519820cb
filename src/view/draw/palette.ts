import type { ClassDescription } from '../../engine/frame.ts';

export { FRAME_LETTERS } from '../../engine/packet.ts';

/** Colours and marks of the drawings. Colour never stands alone: classes differ in shape and dash, lanes in letter. */
export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly raised: string;
  readonly accent: string;
  readonly drop: string;
  readonly mark: string;
  readonly dark: boolean;
}

let known: { readonly theme: string | undefined; readonly ink: Ink } | undefined;
let watching = false;

/** The theme's colours as the style sheet has them: read once a theme, because to read them may lay the page out anew. */
export function inkOfTheme(): Ink {
  if (!watching) {
    watching = true;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      known = undefined;
    });
  }
  const { theme } = document.documentElement.dataset;
  if (known === undefined || known.theme !== theme) known = { theme, ink: readInk() };
  return known.ink;
}

function readInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    muted: read('--muted'),
    grid: read('--grid'),
    surface: read('--surface'),
    raised: read('--raised'),
    accent: read('--accent'),
    drop: read('--drop'),
    mark: read('--mark'),
    dark: Number.parseInt(read('--surface').slice(1, 3), 16) < 128,
  };
}

export type Shape = 'square' | 'circle' | 'bar' | 'tall' | 'middle' | 'short';

export interface ClassMark {
  readonly colour: string;
  readonly shape: Shape;
  /** Dash of its lines in plots, px. */
  readonly dash: readonly number[];
}

/** Okabe & Ito's palette, without black and yellow. */
const OKABE_ITO = ['#0072B2', '#E69F00', '#8A8F98', '#009E73', '#CC79A7', '#D55E00', '#56B4E9'] as const;
const VC_COLOURS = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#56B4E9', '#8A8F98'] as const;
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4], [1, 2]] as const;

/** Brighter on a dark ground. */
const IN_THE_DARK: Readonly<Record<string, string>> = { '#0072B2': '#56B4E9', '#009E73': '#2FC49A' };

/** Green packets of ABE, whatever their class; and blue ones of a class that has both. */
const GREEN_MARK: ClassMark = { colour: OKABE_ITO[3], shape: 'circle', dash: DASHES[0] };
const BLUE_MARK: ClassMark = { colour: OKABE_ITO[0], shape: 'square', dash: DASHES[0] };

/** How class `index` is drawn: long TCP blue square, short TCP orange circle, what does not listen a grey bar. */
export function classMark(item: ClassDescription, index: number, dark = false): ClassMark {
  const mark = lightMark(item, index);
  return dark ? { ...mark, colour: IN_THE_DARK[mark.colour] ?? mark.colour } : mark;
}

function lightMark({ kind, colour }: ClassDescription, index: number): ClassMark {
  const dash = DASHES[index % DASHES.length] as readonly number[];
  if (colour === 'green') return { ...GREEN_MARK, dash };
  if (colour === 'blue') return { ...BLUE_MARK, dash };
  if (colour === 'both') return { colour: OKABE_ITO[4], shape: 'circle', dash };
  if (kind === 'tcp')
    return {
      colour: index === 0 ? OKABE_ITO[0] : (OKABE_ITO[(index + 3) % OKABE_ITO.length] as string),
      shape: 'square',
      dash,
    };
  if (kind === 'video') return { colour: '#D55E00', shape: 'tall', dash };
  if (kind === 'vc') return { colour: VC_COLOURS[index % VC_COLOURS.length] as string, shape: 'square', dash };
  if (kind === 'shortTcp') return { colour: OKABE_ITO[1], shape: 'circle', dash };
  return { colour: OKABE_ITO[2], shape: 'bar', dash };
}

/** I, P and B frames, by kind: colour and height tell them apart. */
const VIDEO_MARKS: readonly ClassMark[] = [
  { colour: '#D55E00', shape: 'tall', dash: DASHES[0] },
  { colour: '#D55E00', shape: 'tall', dash: DASHES[0] },
  { colour: '#E69F00', shape: 'middle', dash: DASHES[0] },
  { colour: '#F0E442', shape: 'short', dash: DASHES[0] },
];

/** Marks of all packets by `markIndex`: of video one for each kind of frame, of others one, and one for green ones. */
export function packetMarks(classes: readonly ClassDescription[], dark: boolean): readonly ClassMark[] {
  return classes.flatMap((item, index) => {
    if (item.kind === 'video') return VIDEO_MARKS;
    // Of a class with both colours the packets that are not green are blue.
    const own = classMark(item.colour === 'both' ? { ...item, colour: 'blue' } : item, index, dark);
    const green = classMark({ ...item, colour: 'green' }, index, dark);
    // Of a VC those above its guarantee are lower.
    return [own, green, item.kind === 'vc' ? { ...own, shape: 'middle' } : own, own];
  });
}

/** Where the mark of a packet stands: its class, and what tells it from others of that class (see PacketPool.lookOf). */
export function markIndex(classIndex: number, look: number): number {
  return 4 * classIndex + look;
}

export const LANE_LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Line colour of lane `index`; the first has the colour of the text. */
export function laneColour(index: number, ink: Ink): string {
  return [ink.text, ink.accent, '#D55E00', '#CC79A7'][index] ?? ink.text;
}

export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const SMALL_FONT = FONT.replace('12px', '10px');

/** A number for people: three significant digits, thin spaces between thousands. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  const [whole, fraction] = value.toFixed(digits).split('.') as [string, string?];
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A threshold or a count: whole where it is whole, as a figure otherwise. */
export function amount(value: number): string {
  return Number.isInteger(value) ? figure(value).replace(/\.0+$/, '') : figure(value);
}

/** The data of a scenario in the gallery, and the scenarios that a search finds. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { HEIGHT_ALPHABET } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailSeconds } from '../../scenarios/thumbnails/thumbnail-time.ts';
import { formatAmount } from '../../shared/number-text.ts';

/**
 * Whether every searched word is in a scenario's title, sentence, family, source, id, policies or everyday words. A
 * word may also be the plural of such a word.
 */
export function matchesSearch(preset: Scenario, family: string, query: string): boolean {
  const { id, title, summary, citation, policies } = preset;
  const names = Object.keys(policies).flatMap((policy) => [policy, findPolicy(policy)?.name ?? '']);
  const text = searchableText([id, title, summary, citation, family, ...names, everydayWordsByPreset[id]].join(' '));
  return searchableText(query)
    .split(/\s+/)
    .every(
      (word) => text.includes(word) || (word.length >= MIN_PLURAL_LETTERS && text.includes(word.replace(/s$/, ''))),
    );
}

/** Shorter words have no plural: "abs", "dns". */
const MIN_PLURAL_LETTERS = 4;

/** In small letters, with the hyphens of the page, and a number without separators between its groups of digits. */
const searchableText = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/(?<=\d)[,\u202f](?=\d{3})/g, '');

const OUTLINE_WIDTH = 96;
const OUTLINE_HEIGHT = 32;
/** Space for half a line at the top and at the bottom. */
const EDGE_SPACE = 1;

const heightOfLetter = (letter: string) =>
  OUTLINE_HEIGHT -
  EDGE_SPACE -
  ((OUTLINE_HEIGHT - 2 * EDGE_SPACE) * HEIGHT_ALPHABET.indexOf(letter)) / (HEIGHT_ALPHABET.length - 1);

/** The path of a curve in a picture of 96 by 32. */
export function curveOutline(curve: string): string {
  const step = OUTLINE_WIDTH / Math.max(1, curve.length - 1);
  return [...curve]
    .map(
      (letter, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${heightOfLetter(letter).toFixed(1)}`,
    )
    .join('');
}

/** The outline of the area between the curves of two lanes; empty for one lane. */
export function outlineBetween([curve, otherCurve]: readonly string[]): string {
  if (curve === undefined || otherCurve === undefined) return '';
  const step = OUTLINE_WIDTH / Math.max(1, otherCurve.length - 1);
  const points = [...otherCurve].map(
    (letter, index) => `L${(index * step).toFixed(1)} ${heightOfLetter(letter).toFixed(1)}`,
  );
  return `${curveOutline(curve)}${points.reverse().join('')}Z`;
}

/** Least distance of two letters at the ends of the curves, as a share of the height. */
const MIN_LETTER_DISTANCE = 0.26;

/** The end of a curve and the middle of its letter, 0 (top) to 1 (bottom). */
export interface CurveEnd {
  readonly end: number;
  readonly letter: number;
}

/** The ends of the curves and the places of their letters. Letters that would overlap move apart. */
export function curveEnds(curves: readonly string[]): readonly CurveEnd[] {
  const ends = curves.map((curve) => heightOfLetter(curve.at(-1) ?? '') / OUTLINE_HEIGHT);
  const [first, second] = ends;
  if (first === undefined || second === undefined || Math.abs(first - second) >= MIN_LETTER_DISTANCE)
    return ends.map((end) => ({ end, letter: insidePicture(end, MIN_LETTER_DISTANCE / 2) }));
  const middle = insidePicture((first + second) / 2, MIN_LETTER_DISTANCE);
  const firstOffset = first <= second ? -MIN_LETTER_DISTANCE / 2 : MIN_LETTER_DISTANCE / 2;
  return [
    { end: first, letter: middle + firstOffset },
    { end: second, letter: middle - firstOffset },
  ];
}

/** The path from the end of a curve to its letter, in a picture of 10 by 32. */
export function leaderOutline({ end, letter }: CurveEnd): string {
  return `M0 ${(OUTLINE_HEIGHT * end).toFixed(1)}L10 ${(OUTLINE_HEIGHT * letter).toFixed(1)}`;
}

const insidePicture = (position: number, margin: number) => Math.min(1 - margin, Math.max(margin, position));

/** The quantity and the time span of the curves of a scenario: "queue, 0–20 s". With two queues it is the queue up. */
export function formatCurveCaption(preset: Scenario): string {
  return `queue${preset.up === undefined ? '' : ' up'}, 0–${formatAmount(thumbnailSeconds(preset))}\u00a0s`;
}

/** The text up to its first full stop or question mark. A point in a number is no full stop. */
export function firstSentence(text: string): string {
  return /^.*?[.?](?= |$)/.exec(text)?.[0] ?? text;
}

/**
 * Words that people type and that the texts of a scenario do not have: everyday words, other names, signs of a
 * keyboard. The key is the id of the preset.
 */
export const everydayWordsByPreset: Readonly<Record<string, string>> = {
  opening:
    'start begin beginner first tour intro introduction compare throughput bandwidth global synchronization synchronisation',
  'single-tcp':
    'begin beginner basics introduction slow-start slowstart cwnd window congestion-control halves speed slow',
  'two-rtts': 'fair unfair fairness rtt latency far near distance',
  'cbr-overload': 'udp overload flood ddos attack',
  md1: 'queueing queuing theory formula kingman pollaczek khinchine poisson',
  mm1k: 'queueing queuing theory formula erlang blocking poisson loss',
  'home-bufferbloat':
    'bufferbloat lag lags laggy latency delay slow internet wifi wi-fi wlan home dsl cable modem ping gaming games jitter netflix upload',
  'greedy-and-sparse':
    'bufferbloat lag laggy latency delay slow internet wifi wi-fi home zoom teams voip call video-call gaming games jitter sqm',
  'upload-spoils-download':
    'bufferbloat lag laggy latency slow internet wifi wi-fi home router upload uploading backup cloud dsl adsl',
  'family-evening':
    'bufferbloat lag laggy latency slow internet wifi wi-fi home router gaming games upload uploading video call meeting zoom streaming netflix television tv speed test speedtest throughput',
  rrul: 'bufferbloat lag latency slow internet wifi wi-fi home router upload uploading flent speed test speedtest throughput',
  'home-both-ways':
    'bufferbloat lag laggy latency slow internet wifi wi-fi router upload uploading website browsing page dsl adsl modem',
  'cable-40-to-1': 'bufferbloat lag slow internet wifi wi-fi home router upload asymmetric docsis',
  'acks-take-places': 'bufferbloat lag latency slow internet wifi wi-fi home router upload uploading ping dsl adsl',
  'web-fetches': 'bufferbloat lag laggy latency slow internet wifi wi-fi home website browsing page load surfing http',
  'video-beside-download':
    'netflix youtube streaming stream buffering stall stutter stuttering rebuffering dash abr slow internet wifi wi-fi home',
  'sudden-load': 'burst flash crowd spike lag latency',
  'three-pies': 'linux kernel aqm rfc',
  'flows-come-and-go': 'aqm users lag latency tuning',
  'home-hosts': 'fair unfair fairness neighbour roommate sharing home wifi wi-fi slow internet torrent cake',
  'buffer-sizing':
    'sqrt sqrt(n) 1/sqrt(n) √n square root stanford appenzeller buffer size sizes sizing memory bdp how many how much small big rule of thumb throughput',
  'cubic-reno-short': 'fair unfair fairness tcp linux',
  'cubic-reno-long': 'fair unfair fairness tcp linux high speed',
  'bbr-cubic-shallow': 'fair unfair fairness google youtube bbr1 bbrv1 small buffer size',
  'bbr-cubic-deep': 'fair unfair fairness google youtube bbr1 bbrv1 bufferbloat big buffer size',
  'bbr3-cubic': 'fair unfair fairness google bbr v3',
  'bbr3-bbr1': 'fair unfair fairness google bbr v3 v1',
  'rtt-unfairness': 'fair unfair fairness latency far near distance',
  'l4s-beside-classic': 'low latency lag ecn gaming games dualq fair fairness',
  'mobile-link':
    'wifi wi-fi wlan wireless radio phone cellular lte 4g 5g 3g train car slow internet lag latency bufferbloat jitter',
  'satellite-handover': 'starlink leo space wireless lag jitter',
  'lossy-long-path':
    'packet loss wifi wi-fi wireless radio noise bit error slow internet international overseas satellite',
  'reordering-path': 'out of order dupack duplicate acks rack sack wifi wi-fi multipath',
  'shallow-buffer': 'small buffer size sizes sizing pacing burst switch',
  'policed-downloads': 'throttle throttling limit rate limiting token bucket policing isp provider slow internet',
  'incast-dctcp': 'data center datacenter centre cloud cluster mapreduce switch ecn',
  'incast-reno': 'data center datacenter centre cloud cluster mapreduce switch timeout rto',
  'http3-beside-tcp': 'http/3 http3 web udp fair fairness google youtube',
  'odd-sender': 'bug error broken puzzle quiz',
  'paced-trains': 'pacing burst bursts small buffer size',
  'bm-lesson': 'mpeg streaming stream picture pixels broken',
  'abe-voice': 'voip call phone telephone',
};

/** Offered if a search finds nothing. */
export const EXAMPLE_SEARCHES = ['lag', 'slow internet', 'buffer size', 'fairness', 'video', 'packet loss'] as const;

/** Zhao & Reddy: the runs for their figures, and the statistics of these runs. */
import type { RunArguments, RunFigures, Statistic } from '../../studies/tasks.ts';

export const links = [
  { id: '5mb', name: '5 Mb/s', rateBps: 5e6 },
  { id: '35mb', name: '35 Mb/s', rateBps: 35e6 },
  { id: '100mb', name: '100 Mb/s', rateBps: 100e6 },
] as const;
export const buffers = [
  { id: 'third', name: '1/3 BWDP', products: 1 / 3 },
  { id: '1', name: '1 BWDP', products: 1 },
  { id: '3', name: '3 BWDP', products: 3 },
] as const;
export const policies = ['red', 'red-ecn', 'droptail'] as const;
export const loads = [0, 5, 30] as const;
export type Link = (typeof links)[number];
export type Buffer = (typeof buffers)[number];
export type Policy = (typeof policies)[number];

export const [slow, middle, fast] = links;
export const [third, one, three] = buffers;
export const aqm = ['red', 'red-ecn'] as const;
export const faster = [middle, fast] as const;
export const NAMES: Readonly<Record<Policy, string>> = { red: 'RED', 'red-ecn': 'RED-ECN', droptail: 'DropTail' };
/** Round trip without queueing, ms. */
const ROUND_TRIP_MS = 120;

export const runOf = (link: Link, buffer: Buffer, load: number, policy: string): RunArguments => ({
  preset: `zhao-${link.id}-${buffer.id}bwdp-stf${load}`,
  policy,
});
export const atThirty = (link: Link, buffer: Buffer, policy: string) => runOf(link, buffer, 30, policy);
export const onOff = (link: Link, buffer: Buffer, policy: string): RunArguments => ({
  preset: `${atThirty(link, buffer, policy).preset}-onoff`,
  policy,
});

const classOf = (figures: RunFigures, id: string) => figures.classes.find((item) => item.class === id);
export const utilisation: Statistic = (figures) => figures.utilisation;
/** Part of the time in which the link transmits. */
export const busy: Statistic = (figures) => figures.busy;
export const delay: Statistic = (figures) => figures.meanDelayMs;
/** In round trips without queueing. */
export const relative: Statistic = (figures) => figures.meanDelayMs / ROUND_TRIP_MS;
export const deviation: Statistic = (figures) => figures.delayStdMs;
export const dropRate =
  (id: string): Statistic =>
  (figures) =>
    classOf(figures, id)?.dropRate ?? Number.NaN;
export const markRate =
  (id: string): Statistic =>
  (figures) =>
    classOf(figures, id)?.markRate ?? Number.NaN;
/** Payload of a class as a share of the link. */
export const share =
  (link: Link, id: string): Statistic =>
  (figures) =>
    (classOf(figures, id)?.throughputBps ?? Number.NaN) / link.rateBps;
/** TCP's part of the total throughput of TCP and constant-rate flows (figure 6). */
export const tcpPart: Statistic = ({ classes }) => {
  const all = classes.reduce((sum, { throughputBps }) => sum + throughputBps, 0);
  const constant = classes.find((item) => item.class === 'ltnrf')?.throughputBps ?? 0;
  return (all - constant) / all;
};

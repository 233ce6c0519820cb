/** Zhao & Reddy: the runs for their figures, and the statistics of these runs. */
import type { RunFigures, RunStatistic, StudyRun } from '../../studies/tasks.ts';

export const zhaoLinks = [
  { id: '5mb', name: '5 Mb/s', rateBps: 5e6 },
  { id: '35mb', name: '35 Mb/s', rateBps: 35e6 },
  { id: '100mb', name: '100 Mb/s', rateBps: 100e6 },
] as const;
export const zhaoBuffers = [
  { id: 'third', name: '1/3 BWDP', products: 1 / 3 },
  { id: '1', name: '1 BWDP', products: 1 },
  { id: '3', name: '3 BWDP', products: 3 },
] as const;
export const zhaoSchemes = ['red', 'red-ecn', 'droptail'] as const;
export const zhaoLoads = [0, 5, 30] as const;
export type ZhaoLink = (typeof zhaoLinks)[number];
export type ZhaoBuffer = (typeof zhaoBuffers)[number];
export type ZhaoScheme = (typeof zhaoSchemes)[number];

export const [slowLink, middleLink, fastLink] = zhaoLinks;
export const [thirdBuffer, singleBuffer, tripleBuffer] = zhaoBuffers;
export const redSchemes = ['red', 'red-ecn'] as const;
export const fasterZhaoLinks = [middleLink, fastLink] as const;
export const zhaoSchemeNames: Readonly<Record<ZhaoScheme, string>> = {
  red: 'RED',
  'red-ecn': 'RED-ECN',
  droptail: 'DropTail',
};
/** Round trip without queueing, ms. */
const ROUND_TRIP_MS = 120;

/** The run with a share of short transfers, percent. */
export const runAtLoad = (link: ZhaoLink, buffer: ZhaoBuffer, load: number, policy: string): StudyRun => ({
  preset: `zhao-${link.id}-${buffer.id}bwdp-stf${load}`,
  policy,
});
/** The run with 30 percent of short transfers. */
export const runAtLoad30 = (link: ZhaoLink, buffer: ZhaoBuffer, policy: string) => runAtLoad(link, buffer, 30, policy);
/** The run with 30 percent of short transfers and on-off sources. */
export const runWithOnOffSources = (link: ZhaoLink, buffer: ZhaoBuffer, policy: string): StudyRun => ({
  preset: `${runAtLoad30(link, buffer, policy).preset}-onoff`,
  policy,
});

const findClass = (figures: RunFigures, id: string) => figures.classes.find((item) => item.class === id);
/** Utilisation of the link, 0 to 1. */
export const linkUtilisation: RunStatistic = (figures) => figures.utilisation;
/** Part of the time in which the link transmits. */
export const busyShare: RunStatistic = (figures) => figures.busy;
/** Mean queueing delay, ms. */
export const queueingDelayMs: RunStatistic = (figures) => figures.meanDelayMs;
/** The mean delay in round trips without queueing. */
export const delayInRoundTrips: RunStatistic = (figures) => figures.meanDelayMs / ROUND_TRIP_MS;
/** Standard deviation of the queueing delay, ms. */
export const delayDeviationMs: RunStatistic = (figures) => figures.delayStdMs;
/** Drop rate of a class, 0 to 1; NaN without this class. */
export const dropRateOfClass =
  (id: string): RunStatistic =>
  (figures) =>
    findClass(figures, id)?.dropRate ?? Number.NaN;
/** Mark rate of a class, 0 to 1; NaN without this class. */
export const markRateOfClass =
  (id: string): RunStatistic =>
  (figures) =>
    findClass(figures, id)?.markRate ?? Number.NaN;
/** Payload of a class as a share of the link. */
export const shareOfLink =
  (link: ZhaoLink, id: string): RunStatistic =>
  (figures) =>
    (findClass(figures, id)?.throughputBps ?? Number.NaN) / link.rateBps;
/** TCP's part of the total throughput of TCP and constant-rate flows (figure 6). */
export const tcpShare: RunStatistic = ({ classes }) => {
  const totalBps = classes.reduce((sum, { throughputBps }) => sum + throughputBps, 0);
  const constant = classes.find((item) => item.class === 'ltnrf')?.throughputBps ?? 0;
  return (totalBps - constant) / totalBps;
};

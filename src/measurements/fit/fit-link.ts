/**
 * Fits a link to measurements: for each direction its rate, its queue and its buffer, and the base delay. Each value
 * has an interval and its evidence. Where the data do not decide, the fit says so.
 */
import { greatest } from 'd3-array';
import { required } from '../../shared/required.ts';
import type { MeasuredTransfer } from '../measurement.ts';
import { roundMeasured } from '../text-lines.ts';
import {
  FIT_LIMITS,
  FULL_FRAME_BYTES,
  frameBytes,
  LINK_HEADER_BYTES,
  PING_FRAME_BYTES,
  USUAL_PAYLOAD_BYTES,
} from './fit-limits.ts';
import {
  type DirectionFit,
  type Estimate,
  type LinkDirection,
  type LinkFit,
  type NamedMeasurement,
  NOTHING_KNOWN,
  type QueueEstimate,
} from './link-fit.ts';
import {
  BASE_DELAY_NOTES,
  fitBaseDelay,
  isFlat,
  type LoadedWaits,
  loadedWaitsOf,
  type ProbeSeries,
  probeSeriesOf,
  wholeSeriesWaits,
} from './probe-waits.ts';
import { classOfKind, findRouterQueues, type RouterQueue } from './router-queues.ts';
import { type FlowDelays, findLoads, type Load, type TimedLoad } from './timed-loads.ts';

/** All that the files tell of one direction. */
interface DirectionData {
  readonly direction: LinkDirection;
  readonly loads: readonly Load[];
  readonly waits: readonly LoadedWaits[];
  readonly flowDelays: readonly FlowDelays[];
  /** Bottlenecks that logs show; of several on the way, `router` is the one where most packets waited. */
  readonly routers: readonly RouterQueue[];
  readonly router: RouterQueue | undefined;
  readonly speedMbps: readonly { readonly name: string; readonly mbps: number }[];
  readonly baseMs: number | undefined;
}

/** Fits rate, delay and buffer of each direction to files of one link. A value without evidence is undefined. */
export function fitLink(files: readonly NamedMeasurement[]): LinkFit {
  const { loads, timedLoads, flowDelays } = findLoads(files);
  const probes = probeSeriesOf(files);
  const { estimate: baseRttMs, contradiction } = fitBaseDelay(files, probes, timedLoads);
  const { queues, notes: routerNotes, questions: routerQuestions } = findRouterQueues(files, timedLoads);
  const baseMs = baseRttMs?.value;
  const { waits, questions } =
    baseMs === undefined ? { waits: [], questions: [] } : waitsBesideLoads(probes, loads, timedLoads, baseMs);
  const fitOf = (direction: LinkDirection): DirectionFit => {
    const isOfDirection = (item: { readonly direction: LinkDirection }) => item.direction === direction;
    const routers = queues.filter(isOfDirection);
    return fitDirection({
      direction,
      loads: loads.filter(isOfDirection),
      waits: waits.filter(isOfDirection),
      flowDelays: flowDelays.filter(isOfDirection),
      routers,
      router: greatest(routers, ({ maxLength }) => maxLength),
      speedMbps: files.flatMap(({ name, measurement: { speedTest } }) => {
        const mbps = direction === 'down' ? speedTest?.downMbps : speedTest?.upMbps;
        return mbps === undefined ? [] : [{ name, mbps }];
      }),
      baseMs,
    });
  };
  const notes = [...routerNotes, ...notesOnUnusedDirections(files, probes)];
  const [unknownNote, boundNote] = BASE_DELAY_NOTES;
  if (contradiction !== undefined) notes.push(contradiction);
  else if (baseRttMs === undefined) notes.push(unknownNote);
  else if (baseRttMs.low === null) notes.push(boundNote);
  const filesWithoutDirection = files.filter(
    ({ measurement, givenDirection }) =>
      givenDirection === undefined &&
      measurement.format === 'nuttcp' &&
      measurement.transfers.some(({ direction }) => direction === 'not told'),
  );
  return {
    ...(baseRttMs === undefined ? {} : { baseRttMs }),
    down: fitOf('down'),
    up: fitOf('up'),
    notes,
    questions: [
      ...questions,
      ...routerQuestions,
      ...filesWithoutDirection.map(
        ({ name }) => `Was ${name} a download or an upload? It is not used, since the file does not tell it.`,
      ),
    ],
  };
}

/** Notes about answers of the user that a file of a transfer contradicts. */
function notesOnUnusedDirections(
  files: readonly NamedMeasurement[],
  probes: readonly ProbeSeries[],
): readonly string[] {
  return files.flatMap(({ name, measurement, givenDirection }) => {
    if (givenDirection === undefined || probes.some((probe) => probe.measurement === measurement)) return [];
    const transferDirections = new Set(measurement.transfers.map(({ direction }) => direction));
    if (
      transferDirections.size === 0 ||
      transferDirections.has('not told') ||
      (transferDirections.size === 1 && transferDirections.has(givenDirection as LinkDirection))
    )
      return [];
    return [
      `${name}: the file itself tells the direction ${[...transferDirections].join(' and ')}. The given one, ${givenDirection}, is not used.`,
    ];
  });
}

/** The waits of all probes beside loads of one direction. */
function waitsBesideLoads(
  probes: readonly ProbeSeries[],
  loads: readonly Load[],
  timedLoads: readonly TimedLoad[],
  baseMs: number,
): { readonly waits: readonly LoadedWaits[]; readonly questions: readonly string[] } {
  const waits: LoadedWaits[] = [];
  const questions: string[] = [];
  const loadDirections = new Set(loads.map(({ direction }) => direction));
  const [onlyDirection] = loadDirections;
  for (const probe of probes) {
    const loadedWaits = loadedWaitsOf(probe, timedLoads, baseMs);
    waits.push(...loadedWaits);
    if (loadedWaits.length > 0 || isFlat(probe.series.samples)) continue;
    if (probe.givenDirection === 'down' || probe.givenDirection === 'up')
      waits.push(
        ...wholeSeriesWaits(probe, probe.givenDirection, baseMs, `given: beside a load ${probe.givenDirection}`),
      );
    if (probe.givenDirection !== undefined) continue;
    const direction = onlyVaryingDirection(probe);
    if (direction !== undefined) {
      waits.push(...wholeSeriesWaits(probe, direction, baseMs, `its one-way delays vary only on the way ${direction}`));
      continue;
    }
    // Only a file without times can lie beside the load: another has shown that it does not.
    if (probe.measurement.startUnixSeconds !== undefined) continue;
    const isOneDirection = loadDirections.size === 1 && loads.every(({ transfer }) => !transfer.isBothWays);
    if (isOneDirection && onlyDirection !== undefined) {
      waits.push(
        ...wholeSeriesWaits(
          probe,
          onlyDirection,
          baseMs,
          `it is assumed to have run beside the only load, ${onlyDirection}`,
        ),
      );
      questions.push(
        `Did ${probe.name} run while the link was loaded ${onlyDirection}? It has no time of day; ping -D prints it.`,
      );
    } else
      questions.push(
        `Beside which load did ${probe.name} run? It has no time of day, so its waits are not used; ping -D prints it.`,
      );
  }
  return { waits, questions };
}

/** The only direction in which the one-way delays of a measurement vary. */
function onlyVaryingDirection({ measurement }: ProbeSeries): LinkDirection | undefined {
  const find = (linkDirection: LinkDirection) =>
    measurement.series.find(({ quantity, direction }) => quantity === 'delay' && direction === linkDirection);
  const [down, up] = [find('down'), find('up')];
  if (down === undefined || up === undefined) return undefined;
  const [isDownFlat, isUpFlat] = [isFlat(down.samples), isFlat(up.samples)];
  if (isDownFlat === isUpFlat) return undefined;
  return isDownFlat ? 'up' : 'down';
}

function fitDirection(data: DirectionData): DirectionFit {
  const notes: string[] = [];
  const { direction, loads, router, speedMbps } = data;
  if (loads.length === 0 && router === undefined && speedMbps.length === 0)
    return {
      queue: { class: 'the data do not tell', evidence: [`nothing is known of a load ${direction}`] },
      notes: [`${NOTHING_KNOWN} ${direction}: no file loads it, and from the other direction nothing follows.`],
    };
  const rate = fitRate(data);
  const queue = fitQueue(data, rate);
  const rateMbps = rate && withUpperEnd(rate, queue, data);
  const contradiction = contradictionOf(data, rateMbps);
  if (contradiction !== undefined) return { queue: doNotTell([contradiction]), notes: [contradiction] };
  if (rate === undefined || rateMbps === undefined) return { queue, notes };
  const buffer = fitBuffer(data, queue, rateMbps.value, slowStartShare(rate, data.baseMs), notes);
  return { rateMbps, queue, ...buffer, notes };
}

/** Why the files cannot be of one link, if they cannot. */
function contradictionOf(
  { direction, routers, loads }: DirectionData,
  rateMbps: Estimate | undefined,
): string | undefined {
  const configuredRates = routers.flatMap(({ name, configuredMbps }) =>
    configuredMbps === undefined ? [] : [{ name, configuredMbps }],
  );
  const rates = configuredRates.map(({ configuredMbps }) => configuredMbps);
  if (Math.max(...rates) > Math.min(...rates) * (1 + 2 * FIT_LIMITS.configuredRateError))
    return `The files contradict each other: ${configuredRates.map(({ name, configuredMbps }) => `${name} has a rate of ${mbpsText(configuredMbps)}`).join(', ')}, all ${direction}. Are they of one link?`;
  const high = rateMbps?.high ?? Number.POSITIVE_INFINITY;
  for (const { name, transfer } of loads) {
    const mbps = linkMbps(transfer) ?? 0;
    if (mbps * (1 - FIT_LIMITS.udpRateError - (transfer.roundingShare ?? 0)) > high)
      return `The files contradict each other: ${name} carried ${mbpsText(mbps)} ${direction}, more than the ${mbpsText(high)} that are the most for the rate by ${rateMbps?.evidence[0]}. Are they of one link?`;
  }
  return undefined;
}

/** The share of UDP that did not arrive: lost, or in a queue that grew up to the end. */
const udpExcessShare = ({ lossShare = 0, undeliveredShare = 0 }: MeasuredTransfer) =>
  Math.max(lossShare, undeliveredShare);

/** Goodput with the headers of its packets on the link. */
function linkMbps({ goodputMbps, protocol, payloadBytes = USUAL_PAYLOAD_BYTES }: MeasuredTransfer): number | undefined {
  return goodputMbps && (goodputMbps * frameBytes(protocol, payloadBytes)) / payloadBytes;
}

const mbpsText = (mbps: number) => `${Number(mbps.toPrecision(5))} Mb/s`;
const msText = (ms: number) => `${Number(ms.toPrecision(4))} ms`;

/** A rate whose upper end may depend on the queue. */
interface RateEstimate extends Estimate {
  readonly source: 'router' | 'udp' | 'tcp' | 'bound';
  /** Length of the transfer of TCP that shows the rate, s. */
  readonly seconds?: number;
}

/** The rate, from the best kind of evidence: a router's log, UDP above the rate, TCP in one direction, speed tests. */
function fitRate({ router, loads, speedMbps }: DirectionData): RateEstimate | undefined {
  if (router?.configuredMbps !== undefined || router?.busyMbps !== undefined) {
    const value = router.configuredMbps ?? required(router.busyMbps);
    const [low, high] = [value * (1 - FIT_LIMITS.configuredRateError), value * (1 + FIT_LIMITS.configuredRateError)];
    const busyText = router.busyMbps === undefined ? '' : `; ${mbpsText(router.busyMbps)} left while packets waited`;
    const settingText =
      router.configuredMbps === undefined ? 'no rate is set' : `the rate is set to ${mbpsText(value)}`;
    return rateEstimate('router', value, low, high, [`${router.name}: ${settingText}${busyText}`]);
  }
  const frames = loads.flatMap(({ name, transfer }) => {
    if (transfer.goodputMbps === undefined) return [];
    const payload = transfer.payloadBytes ?? USUAL_PAYLOAD_BYTES;
    const factor = frameBytes(transfer.protocol, payload) / payload;
    const text = `${name}: goodput ${mbpsText(transfer.goodputMbps)}, with headers of ${frameBytes(transfer.protocol, payload) - payload} bytes for ${payload} of payload ${mbpsText(transfer.goodputMbps * factor)}`;
    return [{ transfer, mbps: transfer.goodputMbps * factor, text }];
  });
  const udp = frames.filter(
    ({ transfer }) =>
      transfer.protocol === 'UDP' && !transfer.isBothWays && udpExcessShare(transfer) >= FIT_LIMITS.minUdpExcessShare,
  );
  const bestUdp = withLargestRate(udp);
  if (bestUdp !== undefined) {
    const error = FIT_LIMITS.udpRateError + (bestUdp.transfer.roundingShare ?? 0);
    const loss = `${Number((100 * udpExcessShare(bestUdp.transfer)).toPrecision(3))} % of UDP did not arrive, so more was offered than the rate`;
    // The link may count packets without the Ethernet header.
    const payload = bestUdp.transfer.payloadBytes ?? USUAL_PAYLOAD_BYTES;
    const headerShare = LINK_HEADER_BYTES / frameBytes('UDP', payload);
    return rateEstimate('udp', bestUdp.mbps, bestUdp.mbps * (1 - error - headerShare), bestUdp.mbps * (1 + error), [
      bestUdp.text,
      loss,
    ]);
  }
  const bestTcp = withLargestRate(frames.filter(({ transfer }) => transfer.protocol === 'TCP' && !transfer.isBothWays));
  if (bestTcp !== undefined) {
    const errorBelow = FIT_LIMITS.tcpRateErrorBelow + (bestTcp.transfer.roundingShare ?? 0);
    const tcpEstimate = rateEstimate('tcp', bestTcp.mbps, bestTcp.mbps * (1 - errorBelow), null, [bestTcp.text]);
    return { ...tcpEstimate, seconds: bestTcp.transfer.seconds };
  }
  const bestOther = withLargestRate(frames);
  if (bestOther !== undefined)
    return rateEstimate('bound', bestOther.mbps, bestOther.mbps * (1 - FIT_LIMITS.tcpRateErrorBelow), null, [
      bestOther.text,
      'both directions were loaded, or less was offered than the rate: the rate is at least this',
    ]);
  const bestTest = withLargestRate(speedMbps);
  if (bestTest === undefined) return undefined;
  const mbps = (bestTest.mbps * FULL_FRAME_BYTES) / USUAL_PAYLOAD_BYTES;
  return rateEstimate(
    'bound',
    mbps,
    mbps * (1 - FIT_LIMITS.openRateErrorAbove),
    mbps * (1 + FIT_LIMITS.openRateErrorAbove),
    [`${bestTest.name}: ${mbpsText(bestTest.mbps)} of payload, with headers ${mbpsText(mbps)}`],
  );
}

const withLargestRate = <Item extends { readonly mbps: number }>(items: readonly Item[]): Item | undefined =>
  greatest(items, ({ mbps }) => mbps);

const rateEstimate = (
  source: RateEstimate['source'],
  value: number,
  low: number,
  high: number | null,
  evidence: readonly string[],
): RateEstimate => ({
  source,
  value: roundMeasured(value),
  low: roundMeasured(low),
  high: high === null ? null : roundMeasured(high),
  unit: 'Mb/s',
  evidence,
});

/**
 * The part of a transfer in which slow start has not yet filled the link: a window of 10 packets doubles each round
 * trip up to that of the path.
 */
function slowStartShare({ source, value, seconds = 0 }: RateEstimate, baseMs: number | undefined): number {
  if (source !== 'tcp' || baseMs === undefined || seconds <= 0) return 0;
  const windowPackets = baseMs / packetTimeMs(value);
  return ((baseMs / 1_000) * Math.log2(Math.max(1, windowPackets / FIT_LIMITS.initialWindowPackets))) / seconds;
}

/** The upper end of a rate from TCP: a full queue keeps the link busy, one under an AQM does not. */
function withUpperEnd(estimatedRate: RateEstimate, queue: QueueEstimate, { loads, baseMs }: DirectionData): Estimate {
  const { source, seconds: _, ...rate } = estimatedRate;
  if (source !== 'tcp') return rate;
  const ramp = slowStartShare(estimatedRate, baseMs);
  if (queue.class === 'drop-tail')
    return { ...rate, high: roundMeasured(rate.value * (1 + FIT_LIMITS.fullQueueRateErrorAbove + ramp)) };
  const wasFull = loads.some(({ transfer }) => transfer.protocol === 'TCP' && (transfer.retransmits ?? 0) > 0);
  if (wasFull && queue.class === 'the data do not tell')
    return {
      ...rate,
      evidence: [
        ...rate.evidence,
        'TCP lost packets, but a short buffer may have kept it below the rate: it is at least this',
      ],
    };
  if (wasFull)
    return {
      ...rate,
      high: roundMeasured(rate.value * (1 + FIT_LIMITS.openRateErrorAbove + ramp)),
      evidence: [...rate.evidence, 'TCP lost packets, so the link was full; its queue may have run empty now and then'],
    };
  return { ...rate, evidence: [...rate.evidence, 'no loss is known: the rate is at least this'] };
}

/** Time of a full packet on the link, ms. */
const packetTimeMs = (rateMbps: number) => (FULL_FRAME_BYTES * 8) / 1e3 / rateMbps;

function fitQueue(data: DirectionData, rate: RateEstimate | undefined): QueueEstimate {
  const { router, direction } = data;
  const queueClass = router === undefined ? undefined : classOfKind(router.queue.kind);
  if (router !== undefined && queueClass !== undefined)
    return {
      class: queueClass,
      kind: router.queue.kind,
      evidence: [
        `${router.name}: the router names ${router.queue.kind}; up to ${router.maxLength} packets waited, and ${router.queue.drops ?? 0} were dropped`,
      ],
    };
  if (rate === undefined) return doNotTell(['the rate is not known']);
  const { baseMs } = data;
  if (baseMs === undefined) return doNotTell(['without a base delay, waits are not known']);
  const evidence: string[] = [];
  const verdicts = new Set<QueueEstimate['class']>();
  for (const waits of data.waits) {
    const verdict = classOfWaits(waits, data, rate, evidence);
    if (verdict !== undefined) verdicts.add(verdict);
  }
  if (data.waits.length === 0) {
    evidence.push(`no probe is known to have run beside a load that was only ${direction}`);
    for (const delays of data.flowDelays) {
      const sortedWaits = delays.samples.map((ms) => ms - baseMs).sort();
      const waitAt = (share: number) => required(sortedWaits[Math.max(0, Math.ceil(share * sortedWaits.length) - 1)]);
      const [median, p95, max] = [waitAt(0.5), waitAt(0.95), waitAt(1)];
      const isPlateau = p95 >= FIT_LIMITS.plateauP95Share * max && median >= FIT_LIMITS.plateauMedianShare * max;
      const text = `${delays.name}: the flow itself waits ${msText(median)} in the median, ${msText(max)} at most`;
      if (delays.flows > 1) {
        evidence.push(`${text}. The round trips of ${delays.flows} flows are mixed: they tell no class`);
        continue;
      }
      const isLong =
        median >= FIT_LIMITS.longMedianMs && max >= FIT_LIMITS.minShortPlateauPackets * packetTimeMs(rate.value);
      if (isPlateau && isLong && hasLosses(data)) {
        evidence.push(`${text}, and stays near its longest wait: a full buffer`);
        verdicts.add('drop-tail');
      } else evidence.push(`${text}. Without a probe beside it, one queue and flow queues look alike`);
    }
  }
  const [only] = verdicts;
  if (verdicts.size !== 1 || only === undefined) {
    if (verdicts.size > 1) evidence.push('the files contradict each other');
    return doNotTell(evidence);
  }
  return { class: only, evidence };
}

const doNotTell = (evidence: readonly string[]): QueueEstimate => ({ class: 'the data do not tell', evidence });

/** Whether TCP in this direction alone lost packets. */
const hasLosses = ({ loads }: DirectionData) =>
  loads.some(
    ({ transfer: { isBothWays, protocol, retransmits } }) =>
      !isBothWays && protocol === 'TCP' && (retransmits ?? 0) > 0,
  );

/** Time in which CUBIC comes back to its window after a loss, s: K of RFC 9438 with its C of 0.4 and its cut of 0.3. */
const cubicSeconds = (windowPackets: number) => Math.cbrt((windowPackets * 0.3) / 0.4);

/** The class that the waits of a probe tell, or undefined. */
function classOfWaits(
  waits: LoadedWaits,
  data: DirectionData,
  rate: RateEstimate,
  evidence: string[],
): QueueEstimate['class'] | undefined {
  const { medianMs, p95Ms, maxMs, rampMaxMs, seconds } = waits;
  const limits = FIT_LIMITS;
  const packetMs = packetTimeMs(rate.value);
  const head = `${waits.name} beside ${waits.loadName}: a probe waits ${msText(medianMs)} in the median, ${msText(p95Ms)} at p95, ${msText(maxMs)} at most${waits.assumption === undefined ? '' : ` (${waits.assumption})`}`;
  const sparseMs = limits.sparsePacketTimes * packetMs + limits.pingErrorMs;
  const flow = data.flowDelays[0];
  const tell = (text: string, verdict?: QueueEstimate['class']) => {
    evidence.push(`${head}${text}`);
    return verdict;
  };
  if (p95Ms <= sparseMs + limits.clearWaitMs) {
    if (packetMs >= limits.minResidualPacketMs && medianMs < limits.minResidualShare * packetMs)
      return tell(': not even for the packet in transmission, so the link was not busy then, or a clock is wrong');
    const flowWaitMs = flow === undefined ? undefined : flow.meanMs - required(data.baseMs);
    if (
      flow !== undefined &&
      flowWaitMs !== undefined &&
      flowWaitMs >= p95Ms + Math.max(limits.ownQueueMs, 2 * packetMs)
    )
      return tell(
        `, but the flow itself ${msText(flowWaitMs)} (${flow.name}): flows have queues of their own`,
        'flow queues',
      );
    const fullShare = shareOfKnownRate(data, rate);
    if (p95Ms <= sparseMs && hasLosses(data) && fullShare !== undefined && fullShare >= limits.minFullLinkShare)
      return tell(
        `, hardly more than for one packet, although one flow with losses reaches ${Number((100 * fullShare).toPrecision(3))} % of the rate, for which it needs a queue: flows have queues of their own`,
        'flow queues',
      );
    return tell('. Flow queues, a very short queue, or a link that was not full would look like this');
  }
  if (!hasLosses(data)) return tell('. No loss is known, so the queue may never have been full');
  const p95Share = p95Ms / maxMs;
  const medianShare = medianMs / maxMs;
  if (rampMaxMs === undefined) return tell('. The start of the load is not seen: RED and drop-tail would look alike');
  const overshoot = rampMaxMs / maxMs;
  const windowPackets = (required(data.baseMs) + rampMaxMs) / packetMs;
  const isPlateau =
    p95Share >= limits.plateauP95Share &&
    medianShare >= limits.plateauMedianShare &&
    overshoot <= limits.maxDropTailOvershoot;
  const isClearPlateau =
    p95Share >= limits.shortPlateauP95Share &&
    medianShare >= limits.shortPlateauMedianShare &&
    maxMs >= limits.minShortPlateauPackets * packetMs &&
    overshoot >= limits.minShortOvershoot;
  if (isPlateau && (medianMs >= limits.longMedianMs || isClearPlateau))
    return tell(': it stays near the longest wait, with losses, as in a buffer that fills', 'drop-tail');
  if (
    overshoot >= limits.minAqmOvershoot &&
    p95Ms <= limits.maxAqmP95Ms &&
    medianMs < limits.longMedianMs &&
    seconds >= Math.max(limits.minAqmSeconds, limits.minAqmCubicTimes * cubicSeconds(windowPackets))
  )
    return tell(
      `; slow start made it wait ${msText(rampMaxMs)}, and the losses later came with a far shorter queue: an AQM. The probe waits in it too, so it has one queue`,
      'single-queue AQM',
    );
  return tell('. A short drop-tail buffer and an AQM with one queue would look like this');
}

/** The share of a known rate that one TCP flow reaches: the rate must come from another kind of evidence. */
function shareOfKnownRate({ loads }: DirectionData, rate: RateEstimate): number | undefined {
  if (rate.source !== 'udp' && rate.source !== 'router') return undefined;
  const singleFlowLoads = loads.filter(
    ({ transfer }) => transfer.protocol === 'TCP' && transfer.flows === 1 && !transfer.isBothWays,
  );
  const shares = singleFlowLoads.map(({ transfer }) => {
    const payload = transfer.payloadBytes ?? USUAL_PAYLOAD_BYTES;
    return ((transfer.goodputMbps ?? 0) * frameBytes('TCP', payload)) / payload / rate.value;
  });
  return shares.length === 0 ? undefined : Math.max(...shares);
}

/** The buffer of a drop-tail queue that filled: the router's limit, or the longest wait. */
function fitBuffer(
  data: DirectionData,
  queue: QueueEstimate,
  rateMbps: number,
  /** The rate can be higher by this share. */
  rateErrorAbove: number,
  notes: string[],
): Pick<DirectionFit, 'bufferPackets' | 'bufferBytes' | 'bufferMs'> {
  if (queue.class !== 'drop-tail') {
    if (queue.class !== 'the data do not tell') notes.push('An AQM keeps the queue short: its buffer does not show.');
    return {};
  }
  const { router } = data;
  const packetMs = packetTimeMs(rateMbps);
  if (router?.limitBytes === undefined && router?.queue.limitPackets !== undefined) {
    const packets = router.queue.limitPackets;
    const evidence = [
      `${router.name}: the limit is ${packets} packets, ACKs and pings included; ${router.maxLength} were seen`,
    ];
    return bufferOf(packets, packets, packets, packetMs, evidence);
  }
  if (router?.limitBytes !== undefined) {
    const packets = router.limitBytes / FULL_FRAME_BYTES;
    return bufferOf(packets, packets, packets, packetMs, [
      `${router.name}: the limit is ${Math.round(router.limitBytes)} bytes`,
    ]);
  }
  // Without a base delay, waits are not known.
  const { baseMs } = data;
  if (baseMs === undefined) return {};
  const longestWaits = greatest(data.waits, ({ maxMs }) => maxMs);
  const flowMaxMs = Math.max(
    0,
    ...data.flowDelays.map(({ samples }) => samples.reduce((a, b) => Math.max(a, b), 0) - baseMs),
  );
  const maxMs = Math.max(longestWaits?.maxMs ?? 0, flowMaxMs);
  if (maxMs <= 0) return {};
  // The pings are packets of the queue too, and short ones: they take places, but hardly any time.
  const pings = longestWaits === undefined ? 0 : maxMs / 1_000 / longestWaits.intervalSeconds;
  const pingMs = (packetMs * PING_FRAME_BYTES) / FULL_FRAME_BYTES;
  // The probe that waited longest had the last place itself.
  const ownPlace = maxMs === longestWaits?.maxMs ? 1 : 0;
  const packets = (maxMs - pings * pingMs) / packetMs + pings + ownPlace;
  notes.push(
    'One direction under load does not tell whether the buffer counts packets or bytes. With both directions loaded, ACKs fill places of a buffer that counts packets.',
  );
  return bufferOf(
    packets,
    packets * (1 - FIT_LIMITS.bufferErrorBelow),
    packets * (1 + FIT_LIMITS.bufferErrorAbove + rateErrorAbove),
    packetMs,
    [
      `longest wait ${msText(maxMs)} at ${mbpsText(rateMbps)}, ${msText(packetMs)} for a full packet${pings >= 0.5 ? `; about ${Math.round(pings)} of the waiting packets were pings` : ''}`,
    ],
  );
}

function bufferOf(packets: number, low: number, high: number, packetMs: number, evidence: readonly string[]) {
  const scaledEstimate = (factor: number, unit: string): Estimate => ({
    value: roundMeasured((Math.round(packets * 10) / 10) * factor),
    low: roundMeasured(low * factor),
    high: roundMeasured(high * factor),
    unit,
    evidence,
  });
  return {
    bufferPackets: scaledEstimate(1, 'packets'),
    bufferBytes: scaledEstimate(FULL_FRAME_BYTES, 'bytes'),
    bufferMs: scaledEstimate(packetMs, 'ms'),
  };
}

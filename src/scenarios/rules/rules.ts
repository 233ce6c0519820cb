/**
 * The rules between values, as a list. Each rule checks a run at one time in one lane, and names the values that break
 * it. `validate.ts` decides which setting is removed.
 */
import { CELL_BITS, cellsOfPacket } from '../../engine/atm/aal5.ts';
import { badStateShare } from '../../engine/network/loss-chain.ts';
import { largestPacket } from '../../engine/scenario/largest-packet.ts';
import { bufferUnit, type ResolvedScenario, type ResolvedSource, usesCells } from '../../engine/scenario/scenario.ts';
import { sourceConstraints } from '../../engine/sources/source-schemas.ts';
import { loadedCongestionControl } from '../../engine/transport/congestion/loaded-controls.ts';
import { tcpParameters } from '../../engine/transport/tcp-parameters.ts';
import { TIMESTAMP_BYTES } from '../../engine/transport/timestamps.ts';
import { keepsGap, numberValue, type ParameterProblem, type ParameterValue } from '../../params/schema.ts';
import { boundByBuffer } from './constraints.ts';
import { scenarioPacketBound } from './packet-bound.ts';
import { policyFits } from './policy-fit.ts';
import { MAX_FLOWS, MAX_HELD_PACKETS, MAX_SAMPLES } from './scenario-limits.ts';
import {
  type BrokenRule,
  brokenBySource,
  brokenIf,
  checkOrder,
  type LaneRuleInput,
  NOTHING_BROKEN,
  problemAt,
  type RuleInput,
  type ScenarioRule,
} from './scenario-rule.ts';
import { checkUpPolicy, upRules } from './up-rules.ts';

/** Headers of TCP and IP without options, and the option. */
const MIN_HEADER_WITH_TIMESTAMPS = 40 + TIMESTAMP_BYTES;
const PATHS_OF_HELD_PACKETS = [
  'link.rateBps',
  'link.rates',
  'link.delayMs',
  'link.reorderedShare',
  'link.reorderDelayMs',
  'link.up',
  'access',
  'buffer',
  'sources',
  'run.durationSeconds',
];
const PATHS_OF_LOSSES = [
  'link.lossRate',
  'link.lossModel',
  'link.lossBurstPackets',
  'link.badLossRate',
  'link.goodLossRate',
];
/** The values that a derived default of a policy may use. */
const PATHS_OF_DEFAULTS = ['buffer', 'link', 'sources'];

/** Rules of the scenario, which all lanes share. */
export const scenarioRules: readonly ScenarioRule<RuleInput>[] = [
  { looksAt: ['run'], concernsStart: true, findBroken: brokenIf(checkWarmup) },
  { looksAt: ['run'], concernsStart: true, findBroken: brokenIf(checkSampleCount) },
  { looksAt: ['buffer'], concernsStart: true, findBroken: brokenIf(checkUnit) },
  { looksAt: ['link.rates', 'sources'], concernsStart: true, findBroken: brokenIf(checkRates) },
  { looksAt: PATHS_OF_LOSSES, findBroken: brokenIf(checkBurstLosses) },
  { looksAt: ['link.rateBps', 'sources'], findBroken: checkGuarantees },
  { looksAt: ['sources'], findBroken: brokenBySource(checkBursts) },
  { looksAt: ['sources'], findBroken: checkSourceOrder },
  { looksAt: ['sources'], findBroken: checkSilence },
  { looksAt: ['sources'], concernsStart: true, findBroken: brokenBySource(checkEcn) },
  { looksAt: ['sources'], concernsStart: true, findBroken: brokenBySource(checkNs2) },
  { looksAt: ['sources'], concernsStart: true, findBroken: brokenBySource(checkTimestamps) },
  { looksAt: ['sources'], concernsStart: true, findBroken: brokenBySource(checkNewReno) },
  { looksAt: ['buffer', 'sources'], findBroken: checkFrameSize },
  { looksAt: ['buffer', 'sources'], findBroken: brokenIf(checkPacketSize) },
  { looksAt: ['sources'], findBroken: checkFlows },
  { looksAt: PATHS_OF_HELD_PACKETS, findBroken: checkHeldPackets },
  ...upRules,
];

/** Rules of one lane's policy, which also read its values. */
export const laneRules: readonly ScenarioRule<LaneRuleInput>[] = [
  { looksAt: [], concernsStart: true, findBroken: brokenIf(checkFit) },
  // During the run, a buffer may shrink below an existing threshold.
  { looksAt: PATHS_OF_DEFAULTS, concernsStart: true, findBroken: checkBuffer },
  { looksAt: PATHS_OF_DEFAULTS, findBroken: checkPolicyOrder },
  { looksAt: PATHS_OF_DEFAULTS, findBroken: checkUpPolicy },
];

/** Otherwise there would be no measured time. */
function checkWarmup({ resolvedScenario }: RuleInput): readonly ParameterProblem[] {
  const { durationSeconds, warmupSeconds } = resolvedScenario.run;
  const nanoseconds = (seconds: number) => Math.round(seconds * 1e9);
  if (nanoseconds(warmupSeconds) < nanoseconds(durationSeconds)) return [];
  return [
    problemAt('run.warmupSeconds', warmupSeconds, `less than the duration, ${durationSeconds} s`),
    problemAt('run.durationSeconds', durationSeconds, `more than the warm-up, ${warmupSeconds} s`),
  ];
}

function checkSampleCount({ resolvedScenario }: RuleInput): readonly ParameterProblem[] {
  const { durationSeconds, sampleMs } = resolvedScenario.run;
  if ((durationSeconds * 1_000) / sampleMs <= MAX_SAMPLES) return [];
  const min = (durationSeconds * 1_000) / MAX_SAMPLES;
  const max = (MAX_SAMPLES * sampleMs) / 1_000;
  return [
    problemAt('run.sampleMs', sampleMs, `at least ${min} ms in a run of ${durationSeconds} s`),
    problemAt('run.durationSeconds', durationSeconds, `at most ${max} s with sample windows of ${sampleMs} ms`),
  ];
}

/** A link whose rate varies needs a list, and sends packets. */
function checkRates({ scenario, resolvedScenario: { link } }: RuleInput): readonly ParameterProblem[] {
  if (link.rates === 'constant') return [];
  if (usesCells(scenario)) return [problemAt('link.rates', link.rates, 'constant, where sources are vcs')];
  if (link.rates !== 'file' || scenario.rates !== undefined) return [];
  const allowed = 'another rate over time, because this scenario has no list of rates; open a list first';
  return [problemAt('link.rates', 'file', allowed)];
}

/**
 * Losses in bursts: the mean loss rate lies between those of the two states. With a large share of bad packets, bursts
 * cannot be short, because the good state lasts for at least one packet.
 */
function checkBurstLosses({ resolvedScenario: { link } }: RuleInput): readonly ParameterProblem[] {
  const { lossRate, lossModel, lossBurstPackets, badLossRate, goodLossRate } = link;
  if (lossModel !== 'bursts') return [];
  if (lossRate < goodLossRate)
    return [
      problemAt('link.lossRate', lossRate, `at least link.goodLossRate, which is ${goodLossRate}`),
      problemAt('link.goodLossRate', goodLossRate, `at most link.lossRate, which is ${lossRate}`),
    ];
  if (lossRate >= badLossRate)
    return [
      problemAt('link.lossRate', lossRate, `less than link.badLossRate, which is ${badLossRate}`),
      problemAt('link.badLossRate', badLossRate, `more than link.lossRate, which is ${lossRate}`),
    ];
  const badShare = badStateShare(link);
  const minBurstPackets = badShare / (1 - badShare);
  if (keepsGap(minBurstPackets, lossBurstPackets, 0)) return [];
  const maxBadShare = lossBurstPackets / (1 + lossBurstPackets);
  const maxLossRate = goodLossRate + (badLossRate - goodLossRate) * maxBadShare;
  return [
    problemAt(
      'link.lossBurstPackets',
      lossBurstPackets,
      `at least ${Math.ceil(minBurstPackets * 1e3 - 1e-6) / 1e3} packets, because ${Math.round(badShare * 100)} % of the packets meet the bad state`,
    ),
    problemAt(
      'link.lossRate',
      lossRate,
      `at most ${Math.floor(maxLossRate * 1e6) / 1e6} with bursts of ${lossBurstPackets} packets`,
    ),
  ];
}

/** VCs need a buffer in cells, other sources a buffer in packets or bytes. */
function checkUnit({ scenario }: RuleInput): readonly ParameterProblem[] {
  const unit = bufferUnit(scenario);
  if ((unit === 'cells') === usesCells(scenario)) return [];
  const allowed =
    unit === 'cells' ? 'a buffer in packets or bytes, where no source is a vc' : 'buffer.cells, where sources are vcs';
  return [problemAt(`buffer.${unit}`, scenario.buffer[unit], allowed)];
}

/** The link sends fewer cells per second than the sum of the guarantees. */
function checkGuarantees({ resolvedScenario: { sources, link } }: RuleInput): readonly BrokenRule[] {
  let remainingCellRate = link.rateBps / CELL_BITS;
  for (const { id, kind, values } of sources) {
    if (kind !== 'vc') continue;
    const minimumCellRate = values.minimumCellRate as number;
    if (minimumCellRate > remainingCellRate) {
      const guaranteedRate = sources.reduce((sum, source) => sum + Number(source.values.minimumCellRate ?? 0), 0);
      const problems = [
        problemAt(
          `sources.${id}.minimumCellRate`,
          minimumCellRate,
          `at most ${Math.floor(remainingCellRate)} cells/s, the rate that the other VCs leave on the link`,
        ),
        problemAt(
          'link.rateBps',
          link.rateBps,
          `at least ${guaranteedRate * CELL_BITS} bit/s, the sum of the guarantees`,
        ),
      ];
      return [{ problems, source: id }];
    }
    remainingCellRate -= minimumCellRate;
  }
  return NOTHING_BROKEN;
}

function checkBursts({ kind, values }: ResolvedSource, path: (name: string) => string): readonly ParameterProblem[] {
  const { maximumBurstCells = 0, segmentBytes = 0, headerBytes = 0 } = values as Record<string, number>;
  const burst = 2 * cellsOfPacket(segmentBytes + headerBytes);
  if (kind !== 'vc' || maximumBurstCells >= burst) return [];
  return [
    problemAt(path('maximumBurstCells'), maximumBurstCells, `at least two frames, ${burst} cells`),
    problemAt(path('segmentBytes'), segmentBytes, `frames of at most half a burst, ${maximumBurstCells} cells`),
  ];
}

/** A mean outside its bounds. */
function checkSourceOrder({ resolvedScenario: { sources } }: RuleInput): readonly BrokenRule[] {
  return sources.flatMap((source) => {
    const prefix = `sources.${source.id}`;
    const constraints = sourceConstraints[source.kind] ?? [];
    return checkOrder(constraints, source.values, prefix).map((brokenRule) => ({
      ...brokenRule,
      dependsOn: [prefix],
      source: source.id,
    }));
  });
}

function checkSilence({ resolvedScenario: { sources } }: RuleInput): readonly BrokenRule[] {
  const [first] = sources;
  if (first === undefined || sources.some(({ values }) => values.flows > 0)) return NOTHING_BROKEN;
  const allowedOtherValues = 'at least one flow in all sources together';
  return [{ problems: [problemAt(`sources.${first.id}.flows`, 0, allowedOtherValues)], allowedOtherValues }];
}

/** A congestion control whose signal is marks, with packets that cannot be marked. */
function checkEcn({ kind, values }: ResolvedSource, path: (name: string) => string): readonly ParameterProblem[] {
  if (!loadedCongestionControl(values.congestion)?.countsMarks || values.ecn === true) return [];
  return [
    problemAt(path('congestion'), values.congestion, 'a control that needs no marks, because ECN is off'),
    ...(kind === 'vc' ? [] : [problemAt(path('ecn'), values.ecn, `true with ${values.congestion}`)]),
  ];
}

/** Parameters whose values the senders of ns-2 do not have, but for some. */
const STANDARD_PARAMETERS = [
  'variant',
  'growthPer',
  'windowUnit',
  'congestion',
  'pacing',
  'pacingBurst',
  'prr',
  'rfc8511',
  'timestamps',
  'duplicateAcks',
  'frto',
  'partialAckTimer',
] as const;

const valuesInNs2 = (name: (typeof STANDARD_PARAMETERS)[number]): readonly ParameterValue[] =>
  name === 'variant' ? ['sack', 'newreno'] : [tcpParameters[name].default];

/** ns-2's senders do not have the additions to the standard senders. */
function checkNs2({ values }: ResolvedSource, path: (name: string) => string): readonly ParameterProblem[] {
  if (values.conformance !== 'ns2') return [];
  const changedName = STANDARD_PARAMETERS.find(
    (name) => Object.hasOwn(values, name) && !valuesInNs2(name).includes(values[name]),
  );
  if (changedName === undefined) return [];
  const value = values[changedName];
  return [
    problemAt(path(changedName), value, `${valuesInNs2(changedName).join(' or ')}, with TCP as in ns-2`),
    problemAt(path('conformance'), 'ns2', `rfc, because ${path(changedName)} is ${value}`),
  ];
}

/** F-RTO and the timer at partial ACKs are options of NewReno. */
function checkNewReno({ values }: ResolvedSource, path: (name: string) => string): readonly ParameterProblem[] {
  const { variant, conformance } = values;
  if (variant === 'newreno' || conformance === 'ns2') return [];
  const name = values.frto === true ? 'frto' : values.partialAckTimer === 'every' ? 'partialAckTimer' : undefined;
  if (name === undefined) return [];
  return [
    problemAt(path(name), values[name], `${tcpParameters[name].default}, with variant ${variant}`),
    problemAt(path('variant'), variant, `newreno, with ${name} ${values[name]}`),
  ];
}

/** The header has room for the option, and what is found by timestamps needs them. */
function checkTimestamps({ values }: ResolvedSource, path: (name: string) => string): readonly ParameterProblem[] {
  const { timestamps, headerBytes, duplicateAcks, variant } = values;
  if (timestamps === true && (headerBytes as number) < MIN_HEADER_WITH_TIMESTAMPS)
    return [
      problemAt(path('headerBytes'), headerBytes, `at least ${MIN_HEADER_WITH_TIMESTAMPS}, with timestamps`),
      problemAt(path('timestamps'), true, `false, with headers of ${headerBytes} bytes`),
    ];
  if (duplicateAcks !== 'adaptive') return [];
  if (timestamps !== true)
    return [
      problemAt(path('duplicateAcks'), duplicateAcks, 'three, without timestamps'),
      problemAt(path('timestamps'), timestamps, 'true, with duplicateAcks adaptive'),
    ];
  if (variant === 'newreno') return [];
  return [
    problemAt(path('duplicateAcks'), duplicateAcks, `three, with variant ${variant}`),
    problemAt(path('variant'), variant, 'newreno, with duplicateAcks adaptive'),
  ];
}

/**
 * A buffer in bytes that is smaller than a packet of a video or, if frames are sent at once, smaller than an I frame.
 */
function checkFrameSize({ resolvedScenario: { sources, buffer } }: RuleInput): readonly BrokenRule[] {
  if (buffer.unit === 'packets' || buffer.unit === 'cells') return NOTHING_BROKEN;
  const bytes = buffer.unit === 'bytes' ? buffer.limit : buffer.limit * countFlows(sources);
  return sources.flatMap(({ id, kind, values }) => {
    if (kind !== 'video' || values.flows === 0) return NOTHING_BROKEN;
    const { intraMinBytes = 0, packetBytes = 0 } = values as Record<string, number>;
    const sendsAtOnce = values.pacing === 'burst';
    const min = sendsAtOnce ? intraMinBytes : Math.min(packetBytes, intraMinBytes);
    if (min <= bytes) return NOTHING_BROKEN;
    const problems = [
      problemAt(
        `sources.${id}.${sendsAtOnce ? 'intraMinBytes' : 'packetBytes'}`,
        min,
        `at most the buffer, ${bytes} bytes`,
      ),
    ];
    return [{ problems, source: id }];
  });
}

/** A buffer in bytes that is smaller than the largest packet. For video, the last packet of a frame may be smaller. */
function checkPacketSize({ resolvedScenario: { buffer, sources } }: RuleInput): readonly ParameterProblem[] {
  if (buffer.unit !== 'bytes') return [];
  const { source, bytes } = largestPacket({ sources: sources.filter(({ values }) => values.direction !== 'up') });
  if (bytes <= buffer.limit || sources.some(({ id, kind }) => id === source && kind === 'video')) return [];
  return [problemAt('buffer.bytes', buffer.limit, `at least ${bytes} bytes, the largest packet of sources.${source}`)];
}

function checkFlows({ maxFlows }: RuleInput): readonly BrokenRule[] {
  const flowCount = [...maxFlows.values()].reduce((sum, count) => sum + count, 0);
  if (flowCount <= MAX_FLOWS) return NOTHING_BROKEN;
  const allowed = `at most ${MAX_FLOWS} flows in all sources together`;
  const allowedOtherValues = `${allowed}; with this value, there are ${flowCount}`;
  return [{ problems: [problemAt('sources', `${flowCount} flows`, allowed)], allowedOtherValues }];
}

function checkHeldPackets({ resolvedScenario }: RuleInput): readonly BrokenRule[] {
  const { inBuffer, onLinks } = scenarioPacketBound(resolvedScenario);
  const packetCount = inBuffer + onLinks;
  if (packetCount <= MAX_HELD_PACKETS) return NOTHING_BROKEN;
  const { unit, limit } = resolvedScenario.buffer;
  const allowed = `a run that holds at most ${MAX_HELD_PACKETS} packets at once`;
  const allowedOtherValues = `${allowed}; with this value, the run could hold ${packetCount}: ${inBuffer} in the buffer and ${onLinks} on the links${formatSmallerRun(resolvedScenario)}`;
  return [{ problems: [problemAt(`buffer.${unit}`, limit, allowedOtherValues)], allowedOtherValues }];
}

/** The largest windows, otherwise the largest buffer, with which a run is small enough; empty if there are none. */
function formatSmallerRun(scenario: ResolvedScenario): string {
  const { buffer, sources } = scenario;
  const largestWindow = Math.max(0, ...sources.map(({ values }) => windowPackets(values)));
  const window = largestSmallEnough(largestWindow, (packets) => ({
    ...scenario,
    sources: sources.map((source) => {
      const isLarger = windowPackets(source.values) > packets;
      return isLarger ? { ...source, values: { ...source.values, windowPackets: packets } } : source;
    }),
  }));
  if (window > 0) {
    const windows = sources
      .filter(({ values }) => windowPackets(values) > window)
      .map(({ id, values }) => `sources.${id}.windowPackets at most ${window} (now ${windowPackets(values)})`);
    return `; the run is small enough with ${windows.join(' and ')}`;
  }
  const limit = largestSmallEnough(buffer.limit, (size) => ({ ...scenario, buffer: { ...buffer, limit: size } }));
  return limit > 0 ? `; the run is small enough with buffer.${buffer.unit} at most ${limit} (now ${buffer.limit})` : '';
}

const windowPackets = ({ flows, windowPackets: packets }: ResolvedSource['values']) =>
  flows === 0 ? 0 : ((packets ?? 0) as number);

/** The largest whole number below `end` for which a run holds few enough packets; 0 if there is none. */
function largestSmallEnough(end: number, scenarioWith: (amount: number) => ResolvedScenario): number {
  let smallAmount = 0;
  let largeAmount = end;
  while (largeAmount - smallAmount > 1) {
    const amount = Math.floor((smallAmount + largeAmount) / 2);
    const { inBuffer, onLinks } = scenarioPacketBound(scenarioWith(amount));
    if (inBuffer + onLinks <= MAX_HELD_PACKETS) smallAmount = amount;
    else largeAmount = amount;
  }
  return smallAmount;
}

function checkFit({ scenario, definition }: LaneRuleInput): readonly ParameterProblem[] {
  if (policyFits(scenario, definition)) return [];
  return [problemAt('policy', definition.id, `a policy for ${usesCells(scenario) ? 'cells' : 'packets'}`)];
}

function checkBuffer({ definition, values, resolvedScenario: { buffer } }: LaneRuleInput): readonly BrokenRule[] {
  return boundByBuffer(definition).flatMap((id) => {
    const value = numberValue(values, id);
    if (value <= buffer.limit) return NOTHING_BROKEN;
    const problems = [
      problemAt(`${definition.id}.${id}`, value, `at most the buffer, ${buffer.limit} cells`),
      problemAt(`buffer.${buffer.unit}`, buffer.limit, `at least ${definition.id}.${id}, which is ${value}`),
    ];
    return [{ problems }];
  });
}

/** Thresholds in the wrong order. Defaults depend on other values, so these may be the cause. */
function checkPolicyOrder({ definition, values }: LaneRuleInput): readonly BrokenRule[] {
  return checkOrder(definition.constraints, values, definition.id);
}

function countFlows(sources: readonly ResolvedSource[]): number {
  return sources.reduce((sum, { values }) => sum + values.flows, 0);
}

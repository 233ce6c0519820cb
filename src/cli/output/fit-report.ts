/** A fit as text: each value with its interval and its evidence. */
import type { DirectionFit, Estimate, LinkFit } from '../../measurements/fit/link-fit.ts';
import { formatReported } from './measurement-report.ts';

function formatEstimate(name: string, estimate: Estimate | undefined, showsEvidence = true): string[] {
  if (estimate === undefined) return [];
  const { value, low, high, unit, evidence } = estimate;
  const interval =
    low === null
      ? `at most ${formatReported(high ?? value)} ${unit}`
      : high === null
        ? `at least ${formatReported(low)} ${unit}`
        : low === high
          ? `${formatReported(value)} ${unit}`
          : `${formatReported(value)} ${unit} (${formatReported(low)} to ${formatReported(high)})`;
  return [`  ${name}: ${interval}`, ...(showsEvidence ? evidence.map((line) => `    ${line}`) : [])];
}

function formatDirectionFit(
  name: string,
  { rateMbps, queue, bufferPackets, bufferMs, bufferBytes, notes }: DirectionFit,
): string[] {
  return [
    name,
    ...formatEstimate('rate, with the Ethernet header', rateMbps),
    `  queue: ${queue.class}${queue.kind === undefined ? '' : ` (${queue.kind})`}`,
    ...queue.evidence.map((line) => `    ${line}`),
    ...formatEstimate('buffer', bufferMs, false),
    ...formatEstimate('buffer', bufferBytes, false),
    ...formatEstimate('buffer', bufferPackets),
    ...notes.map((note) => `  note: ${note}`),
  ];
}

/** The text of a fit, a line for each value, note and question. */
export function formatFit(
  { baseRttMs, down, up, notes, questions }: LinkFit,
  scenarioNotes: readonly string[],
): string {
  return [
    'fit',
    ...formatEstimate('idle round trip', baseRttMs),
    ...formatDirectionFit('down', down),
    ...formatDirectionFit('up', up),
    ...notes.map((note) => `note: ${note}`),
    ...questions.map((question) => `question: ${question}`),
    ...scenarioNotes.map((note) => `scenario: ${note}`),
  ].join('\n');
}

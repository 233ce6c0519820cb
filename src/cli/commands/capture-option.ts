/** `run --pcapng FILE`: the run as a capture file, one file for each lane. */

import { type CaptureComments, type CapturePoint, COMMENT_KINDS, capturePointsOf } from '../../capture/options.ts';
import { Capture } from '../../capture/writing/capture.ts';
import { type ResolvedScenario, resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import type { LanesOptions } from '../../runs/run-lanes.ts';
import { required } from '../../shared/required.ts';
import { version } from '../../version.ts';
import { choiceOption, numberOption, type ParsedArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';

export const CAPTURE_OPTIONS = ['--pcapng', '--interfaces', '--from', '--to', '--payload', '--comments'] as const;

/** Payload bytes: larger than any packet, so that the file has the whole payload. */
const MAX_PAYLOAD_BYTES = 65_535;

/** The content of the capture files. */
export interface CaptureRequest {
  /** By lane. */
  readonly paths: readonly string[];
  readonly capturePoints: readonly CapturePoint[];
  readonly fromNs: number;
  readonly toNs: number;
  readonly payloadBytes: number;
  readonly comments: CaptureComments;
}

/**
 * @throws InputError
 */
export function parseCaptureRequest(
  parsedArguments: ParsedArguments,
  policies: readonly string[],
  replications: number,
  { run: { durationSeconds }, up }: Pick<ResolvedScenario, 'run' | 'up'>,
): CaptureRequest | undefined {
  const path = parsedArguments.last('--pcapng');
  if (path === undefined) {
    const unusedOption = CAPTURE_OPTIONS.find((name) => parsedArguments.values.has(name));
    if (unusedOption !== undefined) throw new InputError(`${unusedOption}: not allowed without --pcapng`);
    return undefined;
  }
  if (replications > 1)
    throw new InputError(
      `--pcapng: not allowed with --replications ${replications}; run the command once for each seed`,
    );
  const from = seconds(parsedArguments, '--from', 0, durationSeconds) ?? 0;
  const to = seconds(parsedArguments, '--to', from, durationSeconds) ?? durationSeconds;
  return {
    paths: policies.map((id, lane) => (policies.length === 1 ? path : laneFile(path, policies, id, lane))),
    capturePoints: parseTaps(parsedArguments, capturePointsOf(up !== undefined)),
    fromNs: Math.round(from * 1e9),
    toNs: Math.round(to * 1e9),
    payloadBytes: numberOption(parsedArguments, '--payload', { min: 0, max: MAX_PAYLOAD_BYTES }) ?? 0,
    comments: choiceOption(parsedArguments, '--comments', COMMENT_KINDS) ?? COMMENT_KINDS[0],
  };
}

/**
 * The file name for a lane: `run.pcapng` becomes `run-red.pcapng`. If a policy runs twice, the second name has a number
 * too.
 */
function laneFile(path: string, policies: readonly string[], id: string, lane: number): string {
  const earlierCount = policies.slice(0, lane).filter((other) => other === id).length;
  const name = earlierCount === 0 ? id : `${id}-${earlierCount + 1}`;
  const end = /\.[^./\\]+$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, end)}-${name}${path.slice(end)}`;
}

function parseTaps(parsedArguments: ParsedArguments, allowed: readonly CapturePoint[]): readonly CapturePoint[] {
  const text = parsedArguments.last('--interfaces');
  if (text === undefined) return allowed;
  const names = text.split(',');
  const unknownTap = names.find((name) => !allowed.some((tap) => tap === name));
  if (unknownTap !== undefined)
    throw new InputError(
      `--interfaces: ${unknownTap} is not allowed; allowed: ${allowed.join(', ')}, separated by commas`,
    );
  return allowed.filter((tap) => names.includes(tap));
}

function seconds(parsedArguments: ParsedArguments, name: string, min: number, max: number): number | undefined {
  const text = parsedArguments.last(name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= min && value <= max) return value;
  throw new InputError(`${name}: ${text} is not allowed; allowed: seconds from ${min} to ${max}`);
}

/**
 * Watches each lane of a run and writes its file.
 * @param files by lane
 */
export function createCaptureObserver(
  request: CaptureRequest,
  files: readonly ReturnType<CommandIo['openBytes']>[],
  scenario: Scenario,
  seed: number,
  io: CommandIo,
): NonNullable<LanesOptions['observe']> {
  return (policy, simulation, lane) => {
    const path = required(request.paths[lane]);
    const file = required(files[lane]);
    const capture = Capture.ofRun(simulation, {
      scenario: resolveScenario(scenario),
      ...request,
      application: `Bufferscope ${version}`,
      runLines: [`Scenario ${scenario.id}, policy ${policy.id}, seed ${seed}.`],
      write: (chunk) => file.write(chunk),
    });
    return {
      onEnd: () => {
        try {
          capture.finish();
        } finally {
          file.close();
        }
        io.err(`--pcapng: ${path}: ${capture.packetCount} packets, ${capture.bytes} bytes`);
      },
    };
  };
}

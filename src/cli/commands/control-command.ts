/** `control`: one congestion control alone, or the estimator of the round trip, fed with the events of a file. */
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { bbr3, bbr3Parameters } from '../../engine/transport/congestion/bbr3-control.ts';
import { formatCsv } from '../../export/csv.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { parseControlEvents } from '../../runs/control/control-events.ts';
import { followControl } from '../../runs/control/follow-control.ts';
import { followRtt, RTT_COLUMNS } from '../../runs/control/follow-rtt.ts';
import { checkedInput, type ParsedArguments, parseArguments } from '../input/arguments.ts';
import { readTextFile } from '../input/read-arrivals.ts';
import { readInput } from '../input/read-input.ts';
import { type CommandIo, InputError } from '../io.ts';

/**
 * Runs `control`.
 * @throws InputError for arguments or a file that are not allowed
 */
export function controlCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, ['--congestion', '--set'], ['--rtt', '--csv'], 1);
  const { flags, positionals, values } = parsedArguments;
  const [path] = positionals;
  if (path === undefined) throw new InputError('control: give a file of events: .csv, also with .gz');
  if (!flags.has('--csv')) throw new InputError('control: give --csv');
  const isEstimator = flags.has('--rtt');
  for (const option of isEstimator ? ['--congestion', '--set'] : [])
    if (values.has(option)) throw new InputError(`${option}: not allowed with --rtt`);
  const parameterValues = isEstimator ? {} : requestedValues(parsedArguments);
  const csv = readList(io, path);
  try {
    if (isEstimator) {
      const rows = followRtt(csv);
      printRows(
        io,
        ['index', ...RTT_COLUMNS],
        rows.map((row, index) => [index, ...row]),
      );
      return;
    }
    const answers = followControl(parseControlEvents(csv), parameterValues.bandwidthFilter as 'draft' | 'twoCycles');
    printRows(
      io,
      ['index', 'state', 'window_bytes', 'pacing_bytes_per_s'],
      answers.map(({ state, windowBytes, pacingBytesPerSecond }, index) => [
        index,
        state,
        windowBytes,
        pacingBytesPerSecond,
      ]),
    );
  } catch (error) {
    if (error instanceof TimeListError) throw new InputError(`${path}, ${error.message}`);
    throw error;
  }
}

/** The values of the control that `--congestion` names. Only BBRv3 has such lists. */
function requestedValues({ values, last }: ParsedArguments): Record<string, ParameterValue> {
  const id = last('--congestion');
  if (id === undefined) throw new InputError('control: give --congestion ID or --rtt');
  if (id !== bbr3.id) throw new InputError(`--congestion: ${id} is not allowed; allowed: ${bbr3.id}`);
  const givenValues: Record<string, ParameterValue> = {};
  for (const setting of values.get('--set') ?? []) {
    const [name = '', text = ''] = setting.split(/=(.*)/s);
    // The rules are those of the published program.
    if (name !== 'bandwidthFilter')
      throw new InputError(
        `--set: ${name} is ${Object.hasOwn(bbr3Parameters, name) ? 'not allowed here' : 'unknown'}; allowed: bandwidthFilter`,
      );
    givenValues[name] = checkedInput(name, bbr3Parameters.bandwidthFilter, text);
  }
  // The published program has the filter of revision 05.
  return { bandwidthFilter: 'draft', ...givenValues };
}

const readList = (io: CommandIo, path: string): string => readInput('file', path, () => readTextFile(io, path));

function printRows(io: CommandIo, head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  io.out([head.join(','), ...(rows.length > 0 ? [formatCsv(rows)] : [])].join('\n'));
}

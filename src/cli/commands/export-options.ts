/** `run --series-csv FILE ...`: the files of a saved run, all from one run. */

import { resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { DROP_CURVE } from '../../export/drop-curve.ts';
import { FILE_FORMATS, type FileFormatId, FORMATS_WITH_SENDER } from '../../export/file-formats.ts';
import { parseChosenFlow, parseChosenFlows } from '../../export/flow-choice.ts';
import { type FormatOptions, formatRunFile, recordingsFor } from '../../export/format-files.ts';
import { addPngTexts } from '../../export/png-text.ts';
import { LaneRecorder, type RecordedLaneData } from '../../export/recorded-run.ts';
import { senderPlotsInFiles } from '../../export/sender-plot-panels.ts';
import type { ChosenFlow, FlowChoice } from '../../export/sender-table.ts';
import type { AboutRun } from '../../export/series-table.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { parsePath } from '../../params/path.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { allPlots, isPlotInFiles } from '../../plots/all-plots.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { encodeRun, LongUrlError } from '../../run-state/run-url.ts';
import type { LanesOptions } from '../../runs/run-lanes.ts';
import { findPreset } from '../../scenarios/index.ts';
import type { Setting } from '../../scenarios/rules/validate.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { version } from '../../version.ts';
import type { ParsedArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';
import { loadPng, renderPng } from '../output/png.ts';

/** The options that write a file; `--csv` prints. */
const FILE_FORMAT_IDS = keysOfRecord(FILE_FORMATS).filter((id) => id !== 'summary');

/** The picture as pixels. The page saves its plots as PNG one by one, so this is not among its files. */
const PNG_OPTION = '--png';

export const EXPORT_OPTIONS = [
  ...FILE_FORMAT_IDS.map((id) => FILE_FORMATS[id].option),
  PNG_OPTION,
  '--flows',
  '--plots',
  '--sender',
];

/** Loads the code and fonts for pixels, if the command draws pixels. Only this step is asynchronous. */
export async function loadExports(argv: readonly string[]): Promise<void> {
  if (argv.some((word) => word === PNG_OPTION || word.startsWith(`${PNG_OPTION}=`))) await loadPng();
}

interface OrderedFile {
  readonly option: string;
  /** A PNG has the format of the SVG that is drawn as pixels. */
  readonly format: FileFormatId;
  readonly path: string;
}

/** The files to write. */
export interface FileRequest {
  readonly files: readonly OrderedFile[];
  readonly options: FormatOptions;
}

/** @throws InputError */
export function readFileRequest(
  parsedArguments: ParsedArguments,
  scenario: Scenario,
  replications: number,
): FileRequest | undefined {
  const { values } = parsedArguments;
  const options = [
    ...FILE_FORMAT_IDS.map((format) => ({ format, option: FILE_FORMATS[format].option })),
    { format: 'svg', option: PNG_OPTION },
  ] as const;
  const files = options.flatMap(({ format, option }): OrderedFile[] => {
    const path = parsedArguments.last(option);
    return path === undefined ? [] : [{ option, format, path }];
  });
  const checkHasFormat = (option: string, formats: readonly FileFormatId[]) => {
    if (!values.has(option) || files.some(({ format }) => formats.includes(format))) return;
    const allowedOptions = options
      .filter(({ format }) => formats.includes(format))
      .map((fileOption) => fileOption.option);
    throw new InputError(`${option}: not allowed without ${allowedOptions.join(', ')}`);
  };
  checkHasFormat('--flows', ['flowsCsv']);
  checkHasFormat('--plots', ['vegaLite', 'svg']);
  checkHasFormat('--sender', [...FORMATS_WITH_SENDER]);
  const [first] = files;
  if (first === undefined) return undefined;
  if (replications > 1)
    throw new InputError(
      `${first.option}: not allowed with --replications ${replications}; run the command once for each seed`,
    );
  return {
    files,
    options: {
      flows: requestedFlows(parsedArguments, scenario),
      plots: requestedPlots(parsedArguments),
      sender: requestedSender(parsedArguments, scenario),
    },
  };
}

function requestedFlows({ last }: ParsedArguments, scenario: Scenario): FlowChoice {
  const text = last('--flows') ?? 'all';
  const choice = parseChosenFlows(resolveScenario(scenario), text);
  if ('flows' in choice) return choice.flows;
  throw new InputError(`--flows: ${choice.given} is not allowed; allowed: all, totals, or flows of ${choice.allowed}`);
}

function requestedSender({ last }: ParsedArguments, scenario: Scenario): ChosenFlow | undefined {
  const text = last('--sender');
  if (text === undefined) return undefined;
  const flow = parseChosenFlow(resolveScenario(scenario), text);
  if ('given' in flow) throw new InputError(`--sender: ${flow.given} is not allowed; allowed: ${flow.allowed}`);
  return flow;
}

function requestedPlots({ values, last }: ParsedArguments): readonly string[] | undefined {
  const ids = last('--plots')?.split(',');
  const senderPlotIds = senderPlotsInFiles.map(({ id }) => id);
  const plotIds = [...allPlots.filter(isPlotInFiles).map(({ id }) => id), DROP_CURVE.id, ...senderPlotIds];
  const unknownPlot = ids?.find((id) => !plotIds.includes(id));
  const senderPlot = ids?.find((id) => senderPlotIds.includes(id));
  if (senderPlot !== undefined && !values.has('--sender'))
    throw new InputError(`--plots: ${senderPlot} is not allowed without --sender CLASS.N`);
  if (unknownPlot === undefined) return ids;
  const allowedIds = plotIds.join(', ');
  throw new InputError(`--plots: ${unknownPlot} is not allowed; allowed: ${allowedIds}, separated by commas`);
}

interface UrlRun {
  /** The scenario as it was named, and with the settings. */
  readonly startScenario: Scenario;
  readonly scenario: Scenario;
  readonly settings: readonly Setting[];
  readonly policies: readonly string[];
  /** By lane: values of its own. */
  readonly values: readonly ParameterValues[];
  readonly seed: number;
}

/** The hash that opens a run on the page; undefined if the run is too long for a link. */
export function exportedHash({
  startScenario,
  scenario,
  settings,
  policies,
  values,
  seed,
}: UrlRun): string | undefined {
  if (policies.length > MAX_LANES || policies.includes(PROGRAM_POLICY)) return undefined;
  const lanes = policies.map((policy, lane) => ({ policy, values: values[lane] ?? {} }));
  const isPreset = findPreset(startScenario.id) === startScenario;
  const ofScenario = settings.filter(({ lane }) => lane === undefined);
  const startValues = Object.fromEntries(ofScenario.map(({ path, value }) => [path, value]));
  // The values of a policy are those of its lanes; a user's own scenario contains them all.
  const isShort = isPreset && ofScenario.every(({ path }) => parsePath(path)?.group !== 'policy');
  const run = isShort ? { startValues } : { startValues: {}, custom: scenario };
  try {
    return `#${encodeRun({ preset: startScenario.id, ...run, lanes, seed, edits: [] })}`;
  } catch (error) {
    if (error instanceof LongUrlError) return undefined;
    throw error;
  }
}

/** The description of a run in its files. */
interface ExportedRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly runUrl: () => string | undefined;
}

/**
 * Records each lane, and writes the files after all lanes have run. The files are opened before, so an error is
 * reported before the run.
 */
export class RunFileWriter {
  private readonly request: FileRequest;
  private readonly run: ExportedRun;
  private readonly openFiles: {
    readonly orderedFile: OrderedFile;
    readonly file: ReturnType<CommandIo['openBytes']>;
  }[] = [];
  private readonly lanes: RecordedLaneData[] = [];

  /** @throws InputError if a file cannot be opened */
  constructor(order: FileRequest, run: ExportedRun, io: CommandIo) {
    this.request = order;
    this.run = run;
    try {
      for (const orderedFile of order.files)
        this.openFiles.push({ orderedFile, file: io.openBytes(orderedFile.path, orderedFile.option) });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  readonly observe: NonNullable<LanesOptions['observe']> = (policy, simulation, index) => {
    const { files, options } = this.request;
    const formats = files.map(({ format }) => format);
    const recorder = new LaneRecorder(simulation, policy.id, index, recordingsFor(formats, options));
    const end = () => void this.lanes.push(recorder.record());
    return formats.includes('flowsCsv') ? { onSample: recorder.addSample, onEnd: end } : { onEnd: end };
  };

  write(): void {
    const { request, lanes } = this;
    const { scenario, seed } = this.run;
    const url = this.run.runUrl();
    const aboutRun = {
      scenario: scenario.id,
      title: scenario.title,
      seed,
      program: `Bufferscope ${version}`,
      ...presentFields({ link: url }),
    };
    const encoder = new TextEncoder();
    for (const { orderedFile, file } of this.openFiles) {
      const texts = formatRunFile(orderedFile.format, { aboutRun, scenario, edits: [], lanes }, request.options);
      if (orderedFile.option === PNG_OPTION)
        file.write(addPngTexts(renderPng([...texts].join('')), pngTexts(aboutRun)));
      else for (const text of texts) file.write(encoder.encode(text));
    }
  }

  close(): void {
    for (const { file } of this.openFiles.splice(0)) file.close();
  }
}

/** The texts in a PNG, with the same keywords as on the page. */
function pngTexts({ title, seed, program, link }: AboutRun): Readonly<Record<string, string>> {
  return { Title: title, Description: `Seed ${seed}. ${program}`, ...presentFields({ URL: link }) };
}

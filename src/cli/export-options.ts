/** `run --series-csv FILE ...`: the files that a run can be saved as, all from one run. */

import { resolveScenario, type Scenario } from '../engine/scenario.ts';
import { type FormChoice, recordedFor, textOf } from '../export/files.ts';
import { flowFrom, flowsFrom } from '../export/flow-choice.ts';
import type { ChosenFlow, FlowChoice } from '../export/flow-table.ts';
import { FORMS, type FormId, WITH_SENDER } from '../export/forms.ts';
import { allKinds } from '../export/plot-kinds.ts';
import { LaneRecorder, type RecordedLane } from '../export/recorded-run.ts';
import { senderPlotIds } from '../export/sender-plots.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import { parsePath } from '../params/path.ts';
import { encodeRun, LongLink } from '../run-state/link.ts';
import { MAX_LANES } from '../run-state/run-state.ts';
import type { LanesOptions } from '../runs/run-lanes.ts';
import { findPreset } from '../scenarios/index.ts';
import type { Setting } from '../scenarios/validate.ts';
import { version } from '../version.ts';
import type { Arguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';

/** Those that write a file; `--csv` prints. */
const FORM_IDS = (Object.keys(FORMS) as FormId[]).filter((id) => id !== 'summary');

export const EXPORT_OPTIONS = [...FORM_IDS.map((id) => FORMS[id].option), '--flows', '--plots', '--sender'];

/** The files to write. */
export interface ExportOrder {
  readonly files: readonly { readonly form: FormId; readonly path: string }[];
  readonly choice: FormChoice;
}

/** @throws BadInput */
export function exportOrder(parsed: Arguments, scenario: Scenario, replications: number): ExportOrder | undefined {
  const { values } = parsed;
  const files = FORM_IDS.flatMap((form) => {
    const path = values.get(FORMS[form].option)?.at(-1);
    return path === undefined ? [] : [{ form, path }];
  });
  const needs = (option: string, forms: readonly FormId[]) => {
    if (values.has(option) && !files.some(({ form }) => forms.includes(form)))
      throw new BadInput(`${option}: not allowed without ${forms.map((form) => FORMS[form].option).join(', ')}`);
  };
  needs('--flows', ['flowsCsv']);
  needs('--plots', ['vegaLite', 'svg']);
  needs('--sender', [...WITH_SENDER]);
  const [first] = files;
  if (first === undefined) return undefined;
  if (replications > 1)
    throw new BadInput(
      `${FORMS[first.form].option}: not allowed with --replications ${replications}; write each seed by a run of its own`,
    );
  return {
    files,
    choice: { flows: flowsAsked(parsed, scenario), plots: plotsAsked(parsed), sender: senderAsked(parsed, scenario) },
  };
}

function flowsAsked({ values }: Arguments, scenario: Scenario): FlowChoice {
  const text = values.get('--flows')?.at(-1) ?? 'all';
  const found = flowsFrom(resolveScenario(scenario), text);
  if ('flows' in found) return found.flows;
  throw new BadInput(`--flows: ${found.given} is not allowed; allowed: all, totals, or of ${found.allowed}`);
}

function senderAsked({ values }: Arguments, scenario: Scenario): ChosenFlow | undefined {
  const text = values.get('--sender')?.at(-1);
  if (text === undefined) return undefined;
  const flow = flowFrom(resolveScenario(scenario), text);
  if ('given' in flow) throw new BadInput(`--sender: ${flow.given} is not allowed; allowed: ${flow.allowed}`);
  return flow;
}

function plotsAsked({ values }: Arguments): readonly string[] | undefined {
  const ids = values.get('--plots')?.at(-1)?.split(',');
  const known = [...allKinds.map(({ id }) => id), ...senderPlotIds];
  const unknown = ids?.find((id) => !known.includes(id));
  const ofSender = ids?.find((id) => senderPlotIds.includes(id));
  if (ofSender !== undefined && !values.has('--sender'))
    throw new BadInput(`--plots: ${ofSender} is not allowed without --sender CLASS.N`);
  if (unknown === undefined) return ids;
  const allowed = known.join(', ');
  throw new BadInput(`--plots: ${unknown} is not allowed; allowed: ${allowed}, separated by commas`);
}

interface Linked {
  /** As it was named, and with the settings. */
  readonly given: Scenario;
  readonly scenario: Scenario;
  readonly settings: readonly Setting[];
  readonly policies: readonly string[];
  readonly seed: number;
}

/** The hash that opens a run on the page; undefined where no link can say it. */
export function linkOf({ given, scenario, settings, policies, seed }: Linked): string | undefined {
  if (policies.length > MAX_LANES || policies.includes(PROGRAM_POLICY)) return undefined;
  const lanes = policies.map((policy) => ({ policy, values: {} }));
  const isPreset = findPreset(given.id) === given;
  const changes = Object.fromEntries(settings.map(({ path, value }) => [path, value]));
  // A policy's values are those of its lanes: a scenario of its own has them all.
  const isShort = isPreset && settings.every(({ path }) => parsePath(path)?.group !== 'policy');
  const run = isShort ? { changes } : { changes: {}, custom: scenario };
  try {
    return `#${encodeRun({ preset: given.id, ...run, lanes, seed, edits: [] })}`;
  } catch (error) {
    if (error instanceof LongLink) return undefined;
    throw error;
  }
}

/** The description of a run in its files. */
interface ExportedRun {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly link: () => string | undefined;
}

/** Records each lane, and writes the files when all have run. They are open before: nobody waits for a run that cannot be kept. */
export class RunFiles {
  private readonly order: ExportOrder;
  private readonly run: ExportedRun;
  private readonly open: { readonly form: FormId; readonly file: ReturnType<Io['openBytes']> }[] = [];
  private readonly lanes: RecordedLane[] = [];

  /** @throws BadInput where a file cannot be opened */
  constructor(order: ExportOrder, run: ExportedRun, io: Io) {
    this.order = order;
    this.run = run;
    try {
      for (const { form, path } of order.files) this.open.push({ form, file: io.openBytes(path, FORMS[form].option) });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  readonly watch: NonNullable<LanesOptions['watch']> = (policy, simulation, index) => {
    const { files, choice } = this.order;
    const forms = files.map(({ form }) => form);
    const recorder = new LaneRecorder(simulation, policy.id, index, recordedFor(forms, choice));
    const end = () => void this.lanes.push(recorder.record());
    return forms.includes('flowsCsv') ? { window: recorder.window, end } : { end };
  };

  write(): void {
    const { order, lanes } = this;
    const { scenario, seed } = this.run;
    const link = this.run.link();
    const about = {
      ...{ scenario: scenario.id, title: scenario.title, seed, program: `Bufferscope ${version}` },
      ...(link === undefined ? {} : { link }),
    };
    const encoder = new TextEncoder();
    for (const { form, file } of this.open)
      for (const text of textOf(form, { about, scenario, edits: [], lanes }, order.choice))
        file.write(encoder.encode(text));
  }

  close(): void {
    for (const { file } of this.open.splice(0)) file.close();
  }
}

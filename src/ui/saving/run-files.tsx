/** The files over the whole run, with their options, and the scenario. */

import { type ReactNode, useState } from 'react';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { FILE_FORMATS, type FileFormatId } from '../../export/file-formats.ts';
import { parseChosenFlow, parseChosenFlows } from '../../export/flow-choice.ts';
import type { FormatOptions } from '../../export/format-files.ts';
import type { ChosenFlow, FlowChoice } from '../../export/sender-table.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { typedNumber } from '../../shared/typed-number.ts';
import { Button } from '../parts/button.tsx';
import { Select, TextInput } from '../parts/fields.tsx';
import { Alert } from '../parts/texts.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { saveScenario } from './save-scenario.ts';
import type { ExportSave } from './use-worker-task.ts';

/** @param isRunning a file is being written: no other one can begin */
export function RunFiles({ isRunning, save }: { readonly isRunning: boolean; readonly save: ExportSave }) {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const { run: times, sources } = resolveScenario(scenarioOfRun(run));
  const { durationSeconds } = times;
  const [until, setUntil] = useState(String(durationSeconds));
  const [flows, setFlows] = useState('all');
  const [sender, setSender] = useState('');
  const senderOrProblem = parseSenderChoice(run, sender);
  const firstFlow = `${sources[0]?.id}.0`;
  const flowsOrProblem = parseFlowChoice(run, flows);
  const problem = timeProblem(until, durationSeconds) ?? textOnly(senderOrProblem);
  const start = (format: FileFormatId) => {
    const options: FormatOptions = {
      flows: typeof flowsOrProblem === 'object' ? flowsOrProblem.flows : 'all',
      sender: typeof senderOrProblem === 'object' ? senderOrProblem.sender : undefined,
    };
    save(format, options, Math.round((typedNumber(until) ?? 0) * 1e9));
  };
  return (
    <>
      <h3>The run</h3>
      <p className="muted">
        The run is played again from its start, with the changes that you made during it.{' '}
        <code className="save-command">sim -- run</code> writes the same files.
      </p>
      <p className="save-fields cluster">
        <label>
          Up to (s){' '}
          <TextInput
            inputMode="decimal"
            size={7}
            value={until}
            aria-invalid={problem !== undefined}
            onText={setUntil}
          />
        </label>
        <label>
          Sender{' '}
          <TextInput
            size={14}
            placeholder={`none, or ${firstFlow}`}
            title="Adds plots of one TCP sender to three files: “Whole run”, “Notebook” and “Plots”. They show its window, round trip, pacing rate and packets. For example tcp.0: the first flow of class tcp."
            value={sender}
            aria-invalid={typeof senderOrProblem === 'string'}
            onText={setSender}
          />
        </label>
      </p>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <ul className="save-list">
        {keysOfRecord(FILE_FORMATS).map((format) => {
          const { name, content, opens } = FILE_FORMATS[format];
          const isFlows = format === 'flowsCsv';
          const flowsProblem = isFlows ? textOnly(flowsOrProblem) : undefined;
          return (
            <FileItem
              key={format}
              name={name}
              opens={opens}
              disabled={isRunning || (problem ?? flowsProblem) !== undefined}
              onSave={() => start(format)}
            >
              {content}
              {isFlows && <FlowsField value={flows} firstFlow={firstFlow} onChange={setFlows} />}
              {flowsProblem !== undefined && <span role="alert">{flowsProblem}</span>}
            </FileItem>
          );
        })}
        <FileItem
          name="Scenario (JSON)"
          opens="Open file… on this page, the command line"
          onSave={() => void saveScenario(page)}
        >
          Traffic, link, buffer and policies at the start of the run.
        </FileItem>
      </ul>
    </>
  );
}

interface ItemProps {
  readonly name: string;
  /** The programs that open it. */
  readonly opens: string;
  readonly disabled?: boolean;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

function FileItem({ name, opens, disabled, onSave, children }: ItemProps) {
  return (
    <li>
      <span>
        <b>{name}</b> {children}
      </span>
      <span className="muted">{opens}</span>
      <Button aria-label={`Save ${name}`} disabled={disabled} onClick={onSave}>
        Save
      </Button>
    </li>
  );
}

const textOnly = (value: unknown) => (typeof value === 'string' ? value : undefined);

function timeProblem(text: string, max: number): string | undefined {
  const seconds = typedNumber(text) ?? Number.NaN;
  return seconds > 0 && seconds <= max
    ? undefined
    : `Up to: ${text} is not allowed; allowed: more than 0 and at most ${max} s.`;
}

/** The flows in a text, or the reason why it names none. */
function parseFlowChoice(run: RunState, text: string): { readonly flows: FlowChoice } | string {
  const flows = parseChosenFlows(resolveScenario(scenarioOfRun(run)), text.replace(/\s/g, ''));
  return 'flows' in flows ? flows : `${flows.given} is not allowed; allowed: ${flows.allowed}.`;
}

/** The sender in a text (none for an empty text), or the reason why it names none. */
function parseSenderChoice(run: RunState, text: string): { readonly sender: ChosenFlow | undefined } | string {
  if (text.trim() === '') return { sender: undefined };
  const flow = parseChosenFlow(resolveScenario(scenarioOfRun(run)), text.trim());
  return 'given' in flow ? `Sender: ${flow.given} is not allowed; allowed: ${flow.allowed}.` : { sender: flow };
}

const FLOW_CHOICES = Object.entries({
  all: 'every flow',
  totals: 'totals of each class',
  chosen: 'chosen flows',
});

interface FlowsFieldProps {
  readonly value: string;
  readonly firstFlow: string;
  readonly onChange: (value: string) => void;
}

function FlowsField({ value, firstFlow, onChange }: FlowsFieldProps) {
  const isChosen = value !== 'all' && value !== 'totals';
  return (
    <span className="save-choice cluster">
      <Select
        aria-label="Flows in the table"
        value={isChosen ? 'chosen' : value}
        options={FLOW_CHOICES}
        onChoose={(choice) => onChange(choice === 'chosen' ? firstFlow : choice)}
      />
      {isChosen && (
        <TextInput aria-label="Chosen flows: class and number, separated by commas" value={value} onText={onChange} />
      )}
    </span>
  );
}

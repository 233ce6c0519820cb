/** The choice of flows for a table: every flow, the totals of each class, or chosen flows. */

import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { parseChosenFlow, parseChosenFlows } from '../../export/flow-choice.ts';
import type { ChosenFlow, FlowChoice } from '../../export/sender-table.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { Select, TextInput } from '../parts/fields.tsx';

/** The flows in a text, or the reason why it names none. */
export function parseFlowChoice(run: RunState, text: string): { readonly flows: FlowChoice } | string {
  const flows = parseChosenFlows(resolveScenario(scenarioOfRun(run)), text.replace(/\s/g, ''));
  return 'flows' in flows ? flows : `${flows.given} is not allowed; allowed: ${flows.allowed}.`;
}

/** The sender in a text (none for an empty text), or the reason why it names none. */
export function parseSenderChoice(run: RunState, text: string): { readonly sender: ChosenFlow | undefined } | string {
  if (text.trim() === '') return { sender: undefined };
  const flow = parseChosenFlow(resolveScenario(scenarioOfRun(run)), text.trim());
  return 'given' in flow ? `Sender: ${flow.given} is not allowed; allowed: ${flow.allowed}.` : { sender: flow };
}

const FLOW_CHOICES = Object.entries({
  all: 'every flow',
  totals: 'totals of each class',
  chosen: 'chosen flows',
});

interface Props {
  readonly value: string;
  readonly run: RunState;
  readonly onChange: (value: string) => void;
}

export function FlowsField({ value, run, onChange }: Props) {
  const isChosen = value !== 'all' && value !== 'totals';
  const [first] = resolveScenario(scenarioOfRun(run)).sources;
  return (
    <span className="save-choice cluster">
      <Select
        aria-label="Flows in the table"
        value={isChosen ? 'chosen' : value}
        options={FLOW_CHOICES}
        onChoose={(choice) => onChange(choice === 'chosen' ? `${first?.id}.0` : choice)}
      />
      {isChosen && (
        <TextInput aria-label="Chosen flows: class and number, separated by commas" value={value} onText={onChange} />
      )}
    </span>
  );
}

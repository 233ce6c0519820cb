/** The fields of a line's numbers, and lines to start from. */
import { useId } from 'react';
import { useStore } from 'zustand';
import { type LineField, type ParsedLine, TYPICAL_LINES } from '../../app/line/line-numbers.ts';
import { QUEUE_KINDS } from '../../measurements/fit/four-numbers.ts';
import { Button } from '../parts/button.tsx';
import { LabelledInput, Select } from '../parts/fields.tsx';
import { myLine } from './line-store.ts';

const FIELDS: readonly (readonly [field: LineField, label: string, unit: string])[] = [
  ['downMbps', 'Download rate', 'Mb/s'],
  ['upMbps', 'Upload rate', 'Mb/s'],
  ['idleMs', 'Round trip, idle', 'ms'],
  ['loadedDownMs', 'Round trip during a download', 'ms'],
  ['loadedUpMs', 'Round trip during an upload', 'ms'],
];

export function LineNumbers({ problems }: Pick<ParsedLine, 'problems'>) {
  const { texts, queueKind, files } = useStore(myLine.store);
  return (
    <section aria-labelledby="line-numbers">
      <h3 id="line-numbers">Numbers</h3>
      <p className="muted">
        Fill in what you know. {files.length > 0 && 'A number here replaces that of the files. '}
        Typical lines to start from, with invented numbers:
      </p>
      <p className="cluster">
        {TYPICAL_LINES.map(({ name, texts: typical }) => (
          <Button key={name} onClick={() => myLine.setTexts(typical)}>
            {name}
          </Button>
        ))}
      </p>
      <div className="line-fields">
        {FIELDS.map(([field, label, unit]) => (
          <NumberField
            key={field}
            label={`${label} (${unit})`}
            text={texts[field]}
            problem={problems[field]}
            onChange={(text) => myLine.setText(field, text)}
          />
        ))}
        <label className="field">
          Queue that is set
          <Select
            value={queueKind ?? ''}
            options={[['', 'not known'], ...QUEUE_KINDS.map((kind) => [kind, kind] as const)]}
            onChoose={(kind) => myLine.setQueueKind(kind === '' ? undefined : kind)}
          />
        </label>
      </div>
    </section>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

function NumberField({ label, text, problem, onChange }: NumberFieldProps) {
  const problemId = useId();
  return (
    <div>
      <LabelledInput
        label={label}
        inputMode="decimal"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onText={onChange}
      />
      {problem !== undefined && (
        <p id={problemId} className="notice note" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The fields of a line's numbers, and lines to start from. */
import { useId } from 'react';
import { useStore } from 'zustand';
import { type LineField, type ParsedLine, TYPICAL_LINES } from '../../app/line/line-numbers.ts';
import { QUEUE_KINDS } from '../../measurements/fit/four-numbers.ts';
import { Button } from '../parts/button.tsx';
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
          <select
            value={queueKind ?? ''}
            onChange={({ target }) => myLine.setQueueKind(target.value === '' ? undefined : target.value)}
          >
            <option value="">not known</option>
            {QUEUE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

function NumberField({
  label,
  text,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}) {
  const problemId = useId();
  return (
    <div>
      <label className="field">
        {label}
        <input
          type="text"
          inputMode="decimal"
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {problem !== undefined && (
        <p id={problemId} className="notice note" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

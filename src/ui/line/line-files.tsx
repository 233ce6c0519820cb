/** The files of a line: chosen or dropped, with all that their readers say, and the questions that they leave open. */

import { useStore } from 'zustand';
import type { LineFile } from '../../app/line/my-line.ts';
import { ALLOWED_DIRECTIONS, type DirectionQuestion } from '../../measurements/fit/fit-files.ts';
import type { GivenDirection } from '../../measurements/fit/link-fit.ts';
import type { MeasurementSummary } from '../../measurements/measured-files.ts';
import { formatQueueSettings, linesOfValues, NO_CLOCK } from '../../measurements/measurement.ts';
import { MEASUREMENT_FILES } from '../../measurements/read-measurements.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { Button } from '../parts/button.tsx';
import { FileButton, Select, Tick } from '../parts/fields.tsx';
import { WideTable } from '../parts/table.tsx';
import { Alert, Bullets } from '../parts/texts.tsx';
import { myLine } from './line-store.ts';

const BYTES_PER_MB = 1e6;

export function LineFiles() {
  const { files, keepsAddresses, fittedFiles, message } = useStore(myLine.store);
  const isReading = files.some(({ content }) => content.state === 'reading');
  return (
    <section aria-labelledby="line-files">
      <h3 id="line-files">Measurements</h3>
      <p className="muted">
        Drop files here, or choose them: {MEASUREMENT_FILES}; also gzipped. They stay on this device.
      </p>
      <p className="cluster">
        <FileButton label="Files of measurements" multiple onFiles={(chosenValue) => myLine.addFiles(chosenValue)}>
          Choose files…
        </FileButton>
        {isReading && (
          <>
            <progress aria-label="Reading" />
            <Button onClick={() => myLine.cancel()}>Cancel</Button>
          </>
        )}
        <output>{message}</output>
      </p>
      {files.length > 0 && (
        <>
          <ul className="line-files">
            {files.map((file) => (
              <li key={file.id} className="box">
                <FileReport file={file} />
              </li>
            ))}
          </ul>
          <Bullets texts={fittedFiles.fit.questions} className="bullets" aria-label="Questions" />
          <Tick checked={keepsAddresses} onTick={(keeps) => myLine.setKeepsAddresses(keeps)}>
            Show names and addresses of hosts
          </Tick>
        </>
      )}
    </section>
  );
}

function FileReport({ file: { id, name, content, givenDirection } }: { readonly file: LineFile }) {
  const question =
    content.state === 'read'
      ? content.measurements
          .map((measurement) => measurement.question)
          .find((openQuestion) => openQuestion !== undefined)
      : undefined;
  return (
    <>
      <p className="ends">
        <b className="line-file">{name}</b>
        <Button
          className="quiet"
          aria-label={`Remove ${name}`}
          title="Remove this file"
          onClick={() => myLine.remove(id)}
        >
          ×
        </Button>
      </p>
      {content.state === 'reading' && (
        <p role="status">Reading{content.bytes > 0 && `, ${(content.bytes / BYTES_PER_MB).toFixed(0)} MB unpacked`}…</p>
      )}
      {content.state === 'failed' && <Alert>{content.message}</Alert>}
      {question !== undefined && (
        <DirectionChoice
          name={name}
          question={question}
          givenDirection={givenDirection}
          onChange={(chosenValue) => myLine.setGivenDirection(id, chosenValue)}
        />
      )}
      {content.state === 'read' &&
        labelledMeasurements(name, content.measurements).map(([label, measurement]) => (
          <MeasurementReport key={label} label={label} measurement={measurement} />
        ))}
    </>
  );
}

/** Each measurement of a file with its name: that of the file, with a number if there are several. */
function labelledMeasurements(name: string, measurements: readonly MeasurementSummary[]) {
  return measurements.map(
    (measurement, index) => [measurements.length === 1 ? name : `${name}, ${index + 1}`, measurement] as const,
  );
}

const QUESTION_TEXTS: Readonly<Record<DirectionQuestion, string>> = {
  load: 'Load on the line while it ran',
  direction: 'Direction of the transfer',
  interface: 'Direction in which the interface sends',
};
const DIRECTION_TEXTS: Readonly<Record<DirectionQuestion, Readonly<Record<GivenDirection, string>>>> = {
  load: { down: 'a download', up: 'an upload', both: 'both', idle: 'none: the line was idle' },
  interface: { down: 'down', up: 'up', both: 'both', idle: 'none' },
  direction: { down: 'download', up: 'upload', both: 'both', idle: 'none' },
};

interface DirectionChoiceProps {
  readonly name: string;
  readonly question: DirectionQuestion;
  readonly givenDirection: GivenDirection | undefined;
  readonly onChange: (givenDirection: GivenDirection | undefined) => void;
}

function DirectionChoice({ name, question, givenDirection, onChange }: DirectionChoiceProps) {
  const allowedDirections = ALLOWED_DIRECTIONS[question];
  return (
    <label className="field line-way">
      {QUESTION_TEXTS[question]}
      <Select
        aria-label={`${QUESTION_TEXTS[question]}: ${name}`}
        value={givenDirection ?? ''}
        options={[
          ['', 'as the files tell'],
          ...allowedDirections.map((allowed) => [allowed, DIRECTION_TEXTS[question][allowed]] as const),
        ]}
        onChoose={(chosenValue) => onChange(allowedDirections.find((allowed) => allowed === chosenValue))}
      />
    </label>
  );
}

interface MeasurementReportProps {
  readonly label: string;
  readonly measurement: MeasurementSummary;
}

function MeasurementReport({ label, measurement }: MeasurementReportProps) {
  const { tool, clock, startUnixSeconds, series, error, notes, questions, values, queues, addresses } = measurement;
  const start =
    clock === NO_CLOCK || startUnixSeconds === undefined
      ? ''
      : `, from ${new Date(startUnixSeconds * 1_000).toISOString()}`;
  return (
    <>
      <p className="note">{tool}</p>
      {error !== undefined && <p className="notice">No measurement: {error}</p>}
      {series.length > 0 && <MeasuredSeriesTable label={`Series of ${label}`} series={series} />}
      <Bullets texts={questions} aria-label="Questions" />
      <details className="note">
        <summary>
          Values, clock{notes.length > 0 && `, ${notes.length === 1 ? 'a note' : `${notes.length} notes`}`}
        </summary>
        <p>
          Clock: {clock}
          {start}
        </p>
        {linesOfValues(values).map(([group, text]) => (
          <p key={group}>
            {group !== '' && `${group}: `}
            {text}
          </p>
        ))}
        {queues.map((queue) => (
          <p key={`${queue.device} ${queue.handle} ${queue.kind}`}>
            Queue {formatQueueSettings(queue)}, {queue.totalDrops} drops
          </p>
        ))}
        {addresses.length > 0 && <p>Hosts: {addresses.join(', ')}</p>}
        <Bullets texts={notes} aria-label="Notes" />
      </details>
    </>
  );
}

function MeasuredSeriesTable({ label, series }: Pick<MeasurementSummary, 'series'> & { readonly label: string }) {
  return (
    <WideTable
      place="line-table note"
      className="ruled"
      label={label}
      heads={['Series', 'samples', 'least', 'median', 'p95', 'most', 'counted by']}
      rows={series.map(({ name, unit, count, missingCount = 0, statistics, countedBy }) => [
        `${name} (${unit})`,
        `${count}${missingCount > 0 ? ` (${missingCount} missing)` : ''}`,
        ...[statistics?.min, statistics?.median, statistics?.p95, statistics?.max].map(formatStatistic),
        countedBy,
      ])}
    />
  );
}

const formatStatistic = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

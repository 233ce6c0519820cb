/** The answer to the question of Bhattacharjee & McKinnon, from the rows of their main experiment. */
import { required } from '../../shared/required.ts';
import { type EvidenceStatement, evidenceValues, statement } from '../claim-judgement.ts';
import type { PaperFinding } from '../paper.ts';
import { evidenceKilobytes, quotientOfTwo } from './line-checks.ts';
import type { ExperimentRow } from './rows.ts';

/** From this quotient of two buffers on, the words say that one needs much more. */
const MIN_MUCH_RATIO = 2;
/** Up to this quotient, the words say that the difference is little. */
const MAX_LITTLE_RATIO = 1.1;

/** Rows with the largest number of videos. */
function rowsWithMostVideos(rows: readonly ExperimentRow[]): readonly ExperimentRow[] {
  const mostVideos = Math.max(...rows.map(({ videos }) => videos));
  return rows.filter(({ videos }) => videos === mostVideos);
}

/** With videos alone, the whole buffer of each paradigm counts, so all needs are of the same kind. */
function answerOfRows(rows: readonly ExperimentRow[]): EvidenceStatement | undefined {
  const fullRows = rowsWithMostVideos(rows);
  const needOf = (id: string) => fullRows.find(({ policy }) => policy === id)?.videoBytes;
  const [perFlow, shared, perApplication] = [needOf('pfb'), needOf('shb'), needOf('abd')];
  const isSharingMuch = quotientOfTwo(perFlow, shared) >= MIN_MUCH_RATIO;
  const isRefusalLittle = [quotientOfTwo(shared, perApplication), quotientOfTwo(perFlow, needOf('pfb-ad'))].every(
    (quotient) => quotient >= 1 && quotient <= MAX_LITTLE_RATIO,
  );
  if (!isSharingMuch || !isRefusalLittle) return undefined;
  const { videos, level } = required(fullRows[0]);
  return statement`Sharing a buffer saves much, refusing packets that depend on lost ones saves little: for ${Math.round(100 * (level ?? Number.NaN))} % goodput, ${videos} videos without data need ${evidenceKilobytes(perFlow, 0)} with a buffer for each flow (PFB), ${evidenceKilobytes(shared, 0)} with one for all (SHB), and ${evidenceKilobytes(perApplication, 0)} with one for video that refuses such packets (ABD).`;
}

/** "With 30 videos, PFB needs 4.2 times the buffer of ABD": the largest and the smallest need. */
function titleOfRows(rows: readonly ExperimentRow[]): EvidenceStatement | undefined {
  const fullRows = rowsWithMostVideos(rows).filter(({ videoBytes }) => videoBytes !== undefined);
  if (fullRows.length < 2) return undefined;
  const [least, most] = [-1, 1].map((sign) =>
    fullRows.reduce((extremeRow, row) =>
      sign * quotientOfTwo(row.videoBytes, extremeRow.videoBytes) > sign ? row : extremeRow,
    ),
  );
  if (least === undefined || most === undefined) return undefined;
  const times = evidenceValues([quotientOfTwo(most.videoBytes, least.videoBytes)], 1);
  return statement`With ${least.videos} videos, ${{ policy: most.policy }} needs ${times} times the buffer of ${{ policy: least.policy }}`;
}

/** SHB's buffer is for data too. The title may compare it with the others where no connection is data. */
function countingNoteOfRows(rows: readonly ExperimentRow[]): string | undefined {
  const fullRows = rowsWithMostVideos(rows);
  if (fullRows.length === 0 || fullRows.some(({ data }) => data > 0)) return undefined;
  return `With ${required(fullRows[0]).videos} videos there is no data, so SHB counts the same as the others.`;
}

export const bufferFinding: PaperFinding = {
  experiment: 'e1',
  picture: 'total',
  answer: answerOfRows,
  title: titleOfRows,
  countingNote: countingNoteOfRows,
};

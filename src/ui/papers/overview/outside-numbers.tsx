/** Names the numbers of a paper that are outside their tolerance: each of a few, and the tables of many. */
import type { Paper, PaperTable } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import type { NumberPoint } from '../../../view/papers/overview-model.ts';
import { formatFixed, formatSignedFixed, judgementClass } from '../../../view/papers/paper-texts.ts';
import { BroughtLink } from '../brought-link.tsx';
import './outside-numbers.css';

/** Largest number of lines. */
const MAX_LINES = 6;

interface Line {
  readonly key: string;
  /** A distance in tolerances, or a count. */
  readonly figure: string;
  readonly text: string;
  /** Id of the first number that it names. */
  readonly cellId: string;
}

export function OutsideNumbers({ paper, points }: { readonly paper: Paper; readonly points: readonly NumberPoint[] }) {
  const outsidePoints = points.filter(({ judgement }) => judgement === 'outside');
  if (outsidePoints.length === 0) return null;
  const lines =
    outsidePoints.length <= MAX_LINES
      ? outsidePoints.map((point) => numberLine(paper, point))
      : tableLines(paper, points);
  const otherTables = lines.slice(MAX_LINES).length;
  return (
    <figcaption className="outside-numbers note">
      <ul aria-label="Numbers outside the tolerance">
        {lines.slice(0, MAX_LINES).map(({ key, figure, text, cellId }) => (
          <li key={key} className="outside-number">
            <span className={`outside-number-sign ${judgementClass('outside')}`}>✗ {figure}</span>{' '}
            <BroughtLink paper={paper} anchor={cellId}>
              {text}
            </BroughtLink>
          </li>
        ))}
      </ul>
      {otherTables > 0 && (
        <p className="muted">
          and in {otherTables} other {otherTables === 1 ? 'table' : 'tables'}
        </p>
      )}
      {paper.mainCause !== undefined && <p className="muted">{paper.mainCause}</p>}
    </figcaption>
  );
}

function numberLine(paper: Paper, { cell, distance = 0 }: NumberPoint): Line {
  const figure = Number.isFinite(distance) ? formatSignedFixed(distance, 2) : 'far';
  return {
    key: cell.id,
    figure,
    text: `${cell.row}, ${cell.column} (${tableOf(paper, cell.table).title})`,
    cellId: cell.id,
  };
}

/** The tables with numbers outside, those with most of them first. */
function tableLines(paper: Paper, points: readonly NumberPoint[]): Line[] {
  return paper.tables
    .map((table) => {
      const pointsOfTable = points.filter(({ cell }) => cell.table === table.id);
      const outsidePoints = pointsOfTable.filter(({ judgement }) => judgement === 'outside');
      return { table, count: pointsOfTable.length, outsidePoints };
    })
    .filter(({ outsidePoints }) => outsidePoints.length > 0)
    .sort((a, b) => b.outsidePoints.length - a.outsidePoints.length)
    .map(({ table: { id, source, title }, count, outsidePoints }) => ({
      key: id,
      figure: `${formatFixed(outsidePoints.length, 0)} of ${formatFixed(count, 0)}`,
      text: `${source}: ${title}`,
      cellId: required(outsidePoints[0]).cell.id,
    }));
}

const tableOf = (paper: Paper, id: string): PaperTable => required(paper.tables.find((table) => table.id === id));

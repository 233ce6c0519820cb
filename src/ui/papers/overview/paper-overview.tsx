/** All papers in one picture: a point for every number, on one scale. */
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { PaperWithNumbers, ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { MeasurementMode } from '../../../papers/paper.ts';
import {
  type ClaimPoint,
  claimSign,
  type Overview,
  type OverviewPoint,
  type OverviewRow,
  paperOverview,
  SCALE_END,
  shortRowName,
} from '../../../view/papers/overview-model.ts';
import { OVERVIEW_ID, paperHash } from '../../../view/papers/paper-target.ts';
import { Word } from '../../parts/texts.tsx';
import type { SaveOrigin } from '../../saving/save-as.ts';
import { SaveMenu } from '../../saving/save-menu.tsx';
import { JudgementMeanings } from '../judgement-meanings.tsx';
import { tableOfPapers } from '../measuring/paper-export.ts';
import { TextWithDocuments } from '../text-with-documents.tsx';
import { useWidth } from '../use-width.ts';
import { formatDistance, JUDGEMENT_COLOURS, JudgementShape, NumberShape } from './number-shape.tsx';
import { ClaimsOnly, hasStrip, PaperStrip, StripLegend } from './paper-strip.tsx';
import './paper-overview.css';

const OVERVIEW_TITLE = 'All numbers of the five papers';
const SCALE_LABEL = 'distance from the printed number (1 = the tolerance)';
const OVERVIEW_ORIGIN: SaveOrigin = {
  name: 'papers',
  text: `Across: ${SCALE_LABEL}.`,
  hash: paperHash(OVERVIEW_ID).slice(1),
};

/** Four strips in a row of a wide page, px. */
const STRIP_WIDTH_PX = 280;

interface PaperOverviewProps {
  readonly papers: readonly PaperWithNumbers[];
  /** Mode of the measurement here. */
  readonly mode: MeasurementMode;
  /** The measurement and the origin of the numbers, below the first picture. */
  readonly children?: ReactNode;
}

export function PaperOverview({ papers, mode, children }: PaperOverviewProps) {
  const svg = useRef<SVGSVGElement>(null);
  return (
    <section className="paper-overview" aria-labelledby="overview-title">
      <header>
        <h3 id="overview-title" className="paper-overview-title">
          {OVERVIEW_TITLE}
        </h3>
        <p className="paper-overview-sum">{formatSum(papers)}</p>
        <p className="paper-text">
          The tolerance is the largest difference from a printed number that we still accept. It was set before the
          measurement.
        </p>
        <StripLegend />
        <div className="paper-strips cluster">
          {papers
            .filter(({ paper }) => hasStrip(paper))
            .map((item) => (
              <PaperStrip key={item.paper.id} {...item} width={STRIP_WIDTH_PX} hasName />
            ))}
        </div>
        {papers
          .filter(({ paper }) => !hasStrip(paper))
          .map((item) => (
            <ClaimsOnly key={item.paper.id} {...item} />
          ))}
      </header>
      {children}
      <div className="paper-overview-rows ends">
        <h4>Each table of the papers</h4>
        <SaveMenu
          title={OVERVIEW_TITLE}
          createTable={() => tableOfPapers(papers, mode)}
          getSaveSource={() => (svg.current === null ? undefined : { svg: svg.current })}
          from={OVERVIEW_ORIGIN}
        />
      </div>
      <p className="paper-text">
        The strokes under a row show a guess without simulation: the null model. If this guess is as close to the
        printed numbers as our results (the marks) are, the table proves little. Click a mark to open its number. The
        arrow keys move from mark to mark. All numbers as text: <TextWithDocuments text="docs/VALIDATION.md" />.
      </p>
      <JudgementMeanings />
      <OverviewDrawing papers={papers} svg={svg} />
    </section>
  );
}

interface DrawingProps {
  readonly papers: readonly PaperWithNumbers[];
  readonly svg: RefObject<SVGSVGElement | null>;
}

/** The tables of all papers on one scale, and the mark that the reader points at in words. */
function OverviewDrawing({ papers, svg }: DrawingProps) {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const overview = useMemo(() => paperOverview(papers, width), [papers, width]);
  const points = useMemo(() => overview.groups.flatMap(({ rows }) => rows.flatMap((row) => row.points)), [overview]);
  const [pointed, setPointed] = useState<string>();
  const currentPoint = points.find(({ hash }) => hash === pointed) ?? points[0];
  const move = (event: KeyboardEvent) => {
    const next = currentPoint && neighbour(overview, currentPoint, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next.hash);
    svg.current?.querySelector<SVGAElement>(`a[href="${CSS.escape(next.hash)}"]`)?.focus();
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links in it */}
      <div ref={element} onKeyDown={move}>
        <svg
          ref={svg}
          className="paper-overview-drawing"
          viewBox={`0 0 ${overview.width} ${overview.height}`}
          width={overview.width}
          height={overview.height}
          aria-label={`${OVERVIEW_TITLE}: ${SCALE_LABEL}`}
        >
          <OverviewLegend items={overview.legend} />
          <DistanceScale overview={overview} />
          {overview.groups.map(({ paper, name, top, rows }) => (
            <g key={paper.id}>
              <line x1={0} x2={overview.width} y1={top + 8} y2={top + 8} className="grid" />
              <a className="paper-overview-link" href={paperHash(paper.id)} tabIndex={-1}>
                <text x={0} y={top + 27} fontWeight={600}>
                  {name}
                </text>
              </a>
              {rows.map((row) => (
                <TableRow
                  key={row.name}
                  row={row}
                  overview={overview}
                  currentPoint={currentPoint}
                  onPoint={setPointed}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <p className="paper-overview-said sticky-bar note" aria-hidden="true">
        {pointed === undefined ? 'Point at a mark to see its number here.' : currentPoint?.label}
      </p>
    </div>
  );
}

interface RowProps {
  readonly row: OverviewRow;
  readonly overview: Overview;
  readonly currentPoint: OverviewPoint | undefined;
  readonly onPoint: (hash: string) => void;
}

/** A table of a paper: the marks of its numbers, and the strokes of its null model under them. */
function TableRow({ row, overview, currentPoint, onPoint }: RowProps) {
  const strokes = { y1: row.base + 4, y2: row.base + 10, stroke: 'currentColor', opacity: 0.55 };
  return (
    <g>
      {row.points.some(({ kind }) => kind === 'claim') && (
        // Claims have no distance, so the scale does not pass through their row.
        <rect
          x={overview.left}
          y={row.top}
          width={overview.right - overview.left}
          height={row.base + 4 - row.top}
          className="paper-overview-off-scale"
        />
      )}
      <RowText row={row} overview={overview} />
      {row.nullModelPoints.map(({ id, x }) => (
        <line key={id} x1={x} x2={x} {...strokes} />
      ))}
      {row.points.map((point) => (
        <a
          className="paper-overview-link"
          key={point.hash}
          href={point.hash}
          aria-label={point.label}
          tabIndex={point === currentPoint ? 0 : -1}
          onFocus={() => onPoint(point.hash)}
          onPointerEnter={() => onPoint(point.hash)}
        >
          {point.kind === 'number' ? <NumberShape point={point} /> : <ClaimShape point={point} />}
          <circle cx={point.x} cy={point.y} r={7} fill="transparent" className="paper-overview-reach" />
        </a>
      ))}
    </g>
  );
}

/** The sum of a number of each table. */
function sumOfTables(papers: readonly PaperWithNumbers[], numberOf: (table: ShownPaper['tables'][number]) => number) {
  return papers.flatMap(({ shownPaper }) => shownPaper.tables).reduce((total, table) => total + numberOf(table), 0);
}

/** The result of all papers in one sentence. */
function formatSum(papers: readonly PaperWithNumbers[]): string {
  const claims = papers.flatMap(({ shownPaper }) => shownPaper.claims);
  const hold = claims.filter(({ verdict, origin }) => origin !== undefined && verdict === 'holds').length;
  const sum = (numberOf: (table: ShownPaper['tables'][number]) => number) => sumOfTables(papers, numberOf);
  return `${sum(({ within }) => within)} of ${sum(({ counted }) => counted)} printed numbers are within the tolerance; a guess without simulation gets ${sum(({ nullModel }) => nullModel.within)}. ${hold} of ${claims.length} claims hold.`;
}

/** The next point in its row, or the nearest one of the row above or below. */
function neighbour({ groups }: Overview, currentPoint: OverviewPoint, key: string): OverviewPoint | undefined {
  const rows = groups.flatMap((group) => group.rows.map(({ points }) => points)).filter((points) => points.length > 0);
  const index = rows.findIndex((points) => points.includes(currentPoint));
  const row = rows[index] ?? [];
  const nearestPoint = (points: readonly OverviewPoint[] | undefined) =>
    points?.reduce((a, b) => (Math.abs(b.x - currentPoint.x) < Math.abs(a.x - currentPoint.x) ? b : a));
  const steps: Readonly<Record<string, () => OverviewPoint | undefined>> = {
    ArrowRight: () => row[row.indexOf(currentPoint) + 1] ?? rows[index + 1]?.[0],
    ArrowLeft: () => row[row.indexOf(currentPoint) - 1] ?? rows[index - 1]?.at(-1),
    ArrowDown: () => nearestPoint(rows[index + 1]),
    ArrowUp: () => nearestPoint(rows[index - 1]),
    Home: () => rows[0]?.[0],
    End: () => rows.at(-1)?.at(-1),
  };
  return steps[key]?.();
}

const SCALE_TICKS = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

function DistanceScale({ overview: { xOf, left, right, head, height, names } }: { readonly overview: Overview }) {
  const isBeside = names === 'beside';
  const wordsY = head - 16;
  return (
    <g>
      <rect
        x={xOf(-1)}
        y={head + 4}
        width={xOf(1) - xOf(-1)}
        height={height - head - 4}
        fill="currentColor"
        opacity={0.06}
      />
      {SCALE_TICKS.map((tick) => (
        <g key={tick}>
          <line x1={xOf(tick)} x2={xOf(tick)} y1={head + 4} y2={height} className="grid" />
          <Word at={[xOf(tick), head, 'middle']}>{formatDistance(tick)}</Word>
        </g>
      ))}
      <text x={(xOf(-SCALE_END) + xOf(SCALE_END)) / 2} y={head - 36} textAnchor="middle">
        {isBeside ? SCALE_LABEL : 'distance from print (1 = the tolerance)'}
      </text>
      <Word at={[left, wordsY]}>◂ {isBeside ? 'below the printed number' : 'below'}</Word>
      <Word at={[(left + right) / 2, wordsY, 'middle']}>within</Word>
      <Word at={[right, wordsY, 'end']}>{isBeside ? 'above the printed number' : 'above'} ▸</Word>
    </g>
  );
}

function RowText({ row, overview: { names, right, width } }: Pick<RowProps, 'row' | 'overview'>) {
  const isBeside = names === 'beside';
  const y = isBeside ? row.base : row.top + 12;
  const room = isBeside ? 44 : Math.floor((width - 8 * row.score.length) / 7.2);
  return (
    <>
      <text x={0} y={y}>
        {shortRowName(row.name, room)}
        {row.name.length > room && <title>{row.name}</title>}
      </text>
      <Word at={isBeside ? [right + 12, y, 'start'] : [width, y, 'end']}>{row.score}</Word>
    </>
  );
}

const CLAIM_COLOURS: Readonly<Record<string, string>> = {
  holds: JUDGEMENT_COLOURS.within,
  fails: JUDGEMENT_COLOURS.outside,
};

function ClaimShape({ point: { claim, x, y } }: { readonly point: ClaimPoint }) {
  return (
    <text
      x={x}
      y={y + 5}
      textAnchor="middle"
      style={{ fill: claim.origin === undefined ? 'currentColor' : (CLAIM_COLOURS[claim.verdict] ?? 'currentColor') }}
      fontWeight={700}
    >
      {claimSign(claim)}
    </text>
  );
}

/** The meaning of each shape, with its number. */
function OverviewLegend({ items }: { readonly items: Overview['legend'] }) {
  return items.map(({ shape, text, x, y }) => (
    <g key={shape}>
      {shape === 'null' ? (
        <path d={`M${x + 4},${y - 4}v7m5,-7v7`} stroke="currentColor" opacity={0.55} />
      ) : shape === 'beyond' ? (
        <path d={`M${x + 5},${y - 4}l4,4l-4,4`} stroke="currentColor" fill="none" />
      ) : (
        <JudgementShape judgement={shape} x={x + 7} y={y} />
      )}
      <text x={x + 18} y={y + 4}>
        {text}
      </text>
    </g>
  ));
}

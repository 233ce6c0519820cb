/** The lines that the program of a lane has printed up to the shown time. */
import { MAX_PRINTED_LINES } from '../../program/program-limits.ts';
import { useLane, usePage } from '../shell/context.tsx';

export function PrintedLines({ lane }: { readonly lane: number }) {
  const { printedLines = [], failure } = useLane(lane) ?? {};
  const shownNs = usePage((state) => state.timeNs);
  // A program that stopped printed its last lines after the last frame.
  const lines = printedLines
    .filter(({ timeNs }) => timeNs <= Math.max(shownNs, failure?.timeNs ?? 0))
    .sort((a, b) => a.index - b.index);
  if (lines.length === 0) return null;
  const text = lines.map(({ timeNs, text: line }) =>
    line === undefined
      ? `Only the first ${MAX_PRINTED_LINES} lines are shown.`
      : `${(timeNs / 1e9).toFixed(6)} s: ${line}`,
  );
  return (
    <section aria-label="Printed lines" className="column">
      <pre className="program-printed">{text.join('\n')}</pre>
    </section>
  );
}

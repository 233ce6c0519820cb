/** Under the head of the page: what the scenario is about, and what the run has shown so far. */
import { scenarioOf } from '../../app/run-selectors.ts';
import { usePage } from '../shell/context.tsx';
import { part } from '../shell/part.tsx';
import './headline.css';

const FindingLine = part(
  'The finding',
  async () => (await import('./finding-line.tsx')).FindingLine,
  (content) => <div className="finding">{content}</div>,
);

export function Headline() {
  const { summary } = scenarioOf(usePage((state) => state.run));
  return (
    <section className="headline" aria-label="Headline">
      <p>{summary}</p>
      <FindingLine />
    </section>
  );
}

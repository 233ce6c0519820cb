/** Under the head of the page: the sentence of the scenario, and the findings of the run so far. */
import { useState } from 'react';
import { scenarioOf } from '../../run-state/selectors.ts';
import { usePage } from '../shell/context.tsx';
import { loadedPart } from '../shell/part.tsx';
import './headline.css';

const FindingLine = loadedPart(
  'The finding',
  async () => (await import('./finding-line.tsx')).FindingLine,
  (content) => <div className="finding">{content}</div>,
);

const StoryBar = loadedPart('The story', async () => (await import('./story-bar.tsx')).StoryBar);

export function Headline() {
  const { summary } = scenarioOf(usePage((state) => state.run));
  const inStory = usePage((state) => state.story !== undefined);
  // There may be a story until the finding is loaded.
  const [hasStory, setHasStory] = useState(true);
  return (
    <section className={hasStory && !inStory ? 'headline with-story' : 'headline'} aria-label="Headline">
      {inStory ? (
        <StoryBar />
      ) : (
        <>
          <p>{summary}</p>
          <FindingLine onStory={setHasStory} />
        </>
      )}
    </section>
  );
}

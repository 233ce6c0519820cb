/** Under the head of the page: the sentence of the scenario, and the findings of the run so far. */
import { useState } from 'react';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import './headline.css';

const FindingLine = lazyPart(
  'The finding',
  async () => (await import('./finding-line.tsx')).FindingLine,
  (content) => <div className="headline-finding">{content}</div>,
);

const StoryBar = lazyPart('The story', async () => (await import('./story-bar.tsx')).StoryBar);

export function Headline() {
  const { summary } = scenarioOfRun(usePage((state) => state.run));
  const stop = usePage((state) => state.story);
  const isInStory = stop !== undefined;
  // There may be a story until the finding is loaded.
  const [hasStory, setHasStory] = useState(true);
  // On a narrow page, the headline has two lines of each text until the user asks for the whole text.
  const [isExpanded, setExpanded] = useState(false);
  return (
    <section
      className={joinClassNames(
        'headline',
        !isInStory && 'folds',
        !isInStory && !isExpanded && 'folded',
        !isInStory && hasStory && 'with-story',
      )}
      aria-label="Headline"
    >
      {isInStory ? (
        <StoryBar stop={stop} />
      ) : (
        <>
          <p className="headline-question">{summary}</p>
          <FindingLine onStory={setHasStory} />
          <button
            type="button"
            className="headline-more"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Less' : 'More'}
          </button>
        </>
      )}
    </section>
  );
}

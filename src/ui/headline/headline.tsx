/** Under the head of the page: the sentence of the scenario, and the findings of the run so far. */
import { useState } from 'react';
import { scenarioTexts } from '../../run-state/run-values.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import './headline.css';

const FindingLine = lazyPart('The finding', async () => (await import('./finding-line.tsx')).FindingLine);

const StoryBar = lazyPart('The story', async () => (await import('./story-bar.tsx')).StoryBar);

export function Headline() {
  const { page } = usePageContext();
  const summary = usePage((state) => scenarioTexts(state.run).summary);
  const stop = usePage((state) => state.storyStop);
  // Until the finding is loaded, there may be a story.
  const [storyStops, setStoryStops] = useState<number>();
  // On a narrow page, the headline has few lines of each text until the user asks for the whole text.
  const [isExpanded, setIsExpanded] = useState(false);
  if (stop !== undefined)
    return (
      <section className="headline" aria-label="Headline">
        <StoryBar stop={stop} />
      </section>
    );
  return (
    <section
      className={joinClassNames(
        'headline',
        !isExpanded && 'headline-folded',
        storyStops !== 0 && 'headline-with-story',
      )}
      aria-label="Headline"
    >
      <div className="headline-texts">
        <p className="headline-question">{summary}</p>
        <FindingLine onStory={setStoryStops} />
      </div>
      <div className="headline-buttons column screen-only">
        {Boolean(storyStops) && (
          <button
            type="button"
            className="headline-button"
            title={`${storyStops} stops in this run, each with one sentence`}
            onClick={() => page.views.showStop(1)}
          >
            Story
          </button>
        )}
        <button
          type="button"
          className="headline-button headline-more"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Less' : 'More'}
        </button>
      </div>
    </section>
  );
}

/** Under the head of the page: the sentence of the scenario, and the findings of the run so far. */
import { useState } from 'react';
import { scenarioTexts } from '../../run-state/run-values.ts';
import { OPENING_PRESET } from '../../scenarios/loaded-presets.ts';
import type { Story } from '../../scenarios/stories/story.ts';
import { Button } from '../parts/button.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { panelParts } from '../shell/load-panels.ts';
import { lazyPart } from '../shell/part.tsx';
import './headline.css';

const FindingLine = lazyPart('The finding', panelParts, 'FindingLine');

const StoryBar = lazyPart('The story', () => import('./story-bar.tsx'), 'StoryBar');

export function Headline() {
  const { page } = usePageContext();
  const summary = usePage((state) => scenarioTexts(state.run).summary);
  const stop = usePage((state) => state.storyStop);
  const isFirstScreen = usePage(
    ({ embedding, run }) => embedding === 'whole' && run.preset === OPENING_PRESET && run.custom === undefined,
  );
  // Until the finding is loaded, there may be a story.
  const [story, setStory] = useState<Story | 'none'>();
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
        story !== 'none' && 'headline-with-story',
      )}
      aria-label="Headline"
    >
      <div className="headline-texts">
        <p className="headline-question">
          {isFirstScreen && (
            <b className="headline-sentence">
              Bufferscope simulates the buffers of routers: see which packets wait, and which are dropped.{' '}
            </b>
          )}
          {summary}
        </p>
        <FindingLine onStory={(ofPreset) => setStory(ofPreset ?? 'none')} />
      </div>
      <div className="headline-buttons column screen-only">
        {story !== undefined && story !== 'none' && (
          <Button
            className={joinClassNames('headline-button', story.introduction && 'primary')}
            title={`${story.introduction ? 'The way of a packet, then ' : ''}${story.stops.length} stops in this run, each with one sentence`}
            onClick={() => page.views.showStop(story.introduction ? 0 : 1)}
          >
            {story.introduction ? 'Start here' : 'Story'}
          </Button>
        )}
        <Button
          className="headline-button headline-more"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Less' : 'More'}
        </Button>
      </div>
    </section>
  );
}

/**
 * All scenarios with their pictures and results: the occupancy of the buffers, the sentence, and the first quantity of
 * the finding. The gallery is open over the run.
 */

import { useRef, useState } from 'react';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import { hasLoadedPolicies, runOfScenario } from '../../run-state/run-values.ts';
import { storyOfPreset } from '../../scenarios/stories/stories.ts';
import { findThumbnail, type Thumbnail } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailTables } from '../../scenarios/thumbnails/thumbnails.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useModal } from '../shell/use-modal.ts';
import {
  curveEnds,
  curveOutline,
  EXAMPLE_SEARCHES,
  firstSentence,
  formatCurveCaption,
  leaderOutline,
  matchesSearch,
  outlineBetween,
} from './gallery-model.ts';
import './gallery.css';

export function Gallery({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const families = usePage((state) => state.families);
  const [query, setQuery] = useState('');
  // The gallery covers the run.
  const dialog = useModal(true);
  const list = useRef<HTMLDivElement>(null);
  const choose = (id: string) => void page.runs.choosePreset(id).then(onClose);
  const openOwnLine = () => {
    onClose();
    page.views.show({ showsLine: true });
  };
  const move = (event: React.KeyboardEvent) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('button.gallery-card') ?? [])];
    const to = neighbourCard(cards, document.activeElement, event.key);
    if (to === undefined) return;
    to.focus();
    event.preventDefault();
  };
  const groups = families
    .map(({ name, presets }) => ({ name, presets: presets.filter((preset) => matchesSearch(preset, name, query)) }))
    .filter(({ presets }) => presets.length > 0);
  const count = groups.reduce((sum, { presets }) => sum + presets.length, 0);
  const goTo = (name: string) => {
    const section = list.current?.querySelector(`section[aria-label="${CSS.escape(name)}"]`);
    section?.querySelector<HTMLElement>('.gallery-card')?.focus({ preventScroll: true });
    section?.scrollIntoView();
  };
  return (
    <dialog ref={dialog} className="gallery prose" aria-labelledby="gallery-title" onClose={onClose}>
      <header className="gallery-head ends sticky-bar">
        <h2 id="gallery-title">Scenarios</h2>
        <input
          type="search"
          className="gallery-search"
          aria-label="Search the scenarios"
          placeholder="Search: lag, buffer size, a policy, a paper"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'ArrowDown' && move(event)}
        />
        <CloseButton label="Close the scenarios" onClick={onClose} />
        <nav className="gallery-groups row" aria-label="Groups of scenarios">
          {groups.map(({ name, presets }) => (
            <Button key={name} onClick={() => goTo(name)}>
              {name} <small>{presets.length}</small>
            </Button>
          ))}
        </nav>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons in it */}
      <div className="gallery-content" ref={list} onKeyDown={move}>
        <p className="muted">
          <span role="status">{count === 1 ? '1 scenario' : `${count} scenarios`}.</span> Curves always show the queue;
          top line: buffer full, or the longest queue. Figures: from the end of the warm-up to the end of the run, seed
          1.
        </p>
        <p className="row">
          <Button onClick={openOwnLine}>My line…</Button>
          <span className="muted">
            Your own line as a scenario: from four numbers, or from files of ping, iperf3, flent and others.
          </span>
        </p>
        {count === 0 && (
          <p className="cluster">
            No scenario has all these words. Try:
            {EXAMPLE_SEARCHES.map((example) => (
              <Button key={example} onClick={() => setQuery(example)}>
                {example}
              </Button>
            ))}
          </p>
        )}
        {groups.map((group) => (
          <PresetGroup key={group.name} {...group} onChoose={choose} />
        ))}
      </div>
    </dialog>
  );
}

interface GroupProps {
  readonly name: string;
  readonly presets: readonly Scenario[];
  readonly onChoose: (id: string) => void;
}

function PresetGroup({ name, presets, onChoose }: GroupProps) {
  const currentPreset = usePage(({ run }) => (run.custom === undefined ? run.preset : undefined));
  const isAlone = presets.length === 1;
  return (
    <section aria-label={name}>
      <h3 className="gallery-group">{name}</h3>
      <ul className="gallery-cards">
        {presets.map((preset) => (
          <li key={preset.id} className={isAlone ? 'gallery-alone' : 'gallery-place'}>
            <PresetCard
              preset={preset}
              isCurrent={preset.id === currentPreset}
              isAlone={isAlone}
              onChoose={() => onChoose(preset.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const policyName = (id: string) => findPolicy(id)?.name ?? id;

interface PresetCardProps {
  readonly preset: Scenario;
  readonly isCurrent: boolean;
  /** Whether it has a row of its own, and room for its whole summary. */
  readonly isAlone: boolean;
  readonly onChoose: () => void;
}

function PresetCard({ preset, isCurrent, isAlone, onChoose }: PresetCardProps) {
  const run = runOfScenario(preset);
  const openingIds = run.lanes.map(({ policy }) => policy);
  const otherIds = Object.keys(preset.policies).filter((id) => !openingIds.includes(id));
  const additionalItems = [
    openingIds
      .map((id, lane) => (hasLoadedPolicies(run) ? letteredLaneName(run, lane) : `${laneLetter(lane)} ${id}`))
      .join(', '),
    ...(otherIds.length > 0 ? [`also ${otherIds.map(policyName).join(', ')}`] : []),
    ...(storyOfPreset(preset.id) === undefined ? [] : ['story\u00a0▸']),
  ];
  const thumbnail = findThumbnail(thumbnailTables, preset.id);
  return (
    <Button className="gallery-card note" aria-current={isCurrent} onClick={onChoose}>
      {thumbnail &&
        (thumbnail.unit === '%' ? <PresetBars {...thumbnail} /> : <PresetPicture preset={preset} {...thumbnail} />)}
      <b className="gallery-title">{preset.title}</b>
      {thumbnail && <PresetResult thumbnail={thumbnail} />}
      <span className="gallery-summary muted" title={preset.summary}>
        {isAlone ? preset.summary : firstSentence(preset.summary)}
      </span>
      <small>{additionalItems.join('\u00a0· ')}</small>
    </Button>
  );
}

/** "delay: A 71.0 → B 15.6 ms" */
function PresetResult({ thumbnail: { quantity, unit, values } }: { readonly thumbnail: Thumbnail }) {
  return (
    <span className="fine">
      {quantity}:{' '}
      <b className="gallery-value">
        {values
          .map((value, lane) => `${values.length > 1 ? `${laneLetter(lane)} ` : ''}${formatNumber(value)}`)
          .join(' → ')}{' '}
        {unit}
      </b>
    </span>
  );
}

/** A result in percent: a bar for each lane, in a frame of 100 %. */
function PresetBars({ quantity, values }: Thumbnail) {
  return (
    <span className="gallery-picture gallery-bars" aria-hidden="true">
      <small className="gallery-caption muted">{quantity}, 0–100 %</small>
      {values.map((value, lane) => (
        <span key={laneLetter(lane)} className="gallery-bar">
          <span className="gallery-bar-value" style={{ inlineSize: `${Math.min(100, value)}%` }} />
          <b className="gallery-bar-lane">{laneLetter(lane)}</b>
        </span>
      ))}
    </span>
  );
}

/** The occupancy of the buffer, by lane, below its name and its time span. */
function PresetPicture({ preset, curves }: Thumbnail & { readonly preset: Scenario }) {
  const ends = curveEnds(curves);
  return (
    <span className="gallery-picture" aria-hidden="true">
      <small className="gallery-caption muted">{formatCurveCaption(preset)}</small>
      <svg className="gallery-curves outlines" viewBox="0 0 96 32" preserveAspectRatio="none" aria-hidden="true">
        <path className="gallery-gap" d={outlineBetween(curves)} />
        {curves.map((curve, lane) => (
          <path
            key={laneLetter(lane)}
            className={lane === 0 ? undefined : 'gallery-other'}
            d={curveOutline(curve)}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <svg className="gallery-leaders outlines" viewBox="0 0 10 32" preserveAspectRatio="none" aria-hidden="true">
        {ends.map((end, lane) => (
          <path
            key={laneLetter(lane)}
            className={lane === 0 ? undefined : 'gallery-other'}
            d={leaderOutline(end)}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {ends.map(({ letter }, lane) => (
        <span key={laneLetter(lane)} className="gallery-lane" style={{ top: `${100 * letter}%` }}>
          {laneLetter(lane)}
        </span>
      ))}
    </span>
  );
}

/** The card that a key selects: the next one in the row, or the nearest one of the next row. */
function neighbourCard(cards: readonly HTMLElement[], from: Element | null, key: string): HTMLElement | undefined {
  const index = from instanceof HTMLElement ? cards.indexOf(from) : -1;
  if (index < 0) return key === 'ArrowDown' ? cards[0] : undefined;
  if (key === 'ArrowRight') return cards[index + 1];
  if (key === 'ArrowLeft') return cards[index - 1];
  if (key === 'Home') return cards[0];
  if (key === 'End') return cards.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const cardBox = required(cards[index]).getBoundingClientRect();
  const isDown = key === 'ArrowDown';
  const cardsBeyond = cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (isDown ? box.top > cardBox.top + 1 : box.top < cardBox.top - 1));
  const tops = cardsBeyond.map(({ box }) => box.top);
  const row = isDown ? Math.min(...tops) : Math.max(...tops);
  const inRow = cardsBeyond.filter(({ box }) => Math.abs(box.top - row) < 1);
  const distance = ({ box }: { readonly box: DOMRect }) => Math.abs(box.left - cardBox.left);
  return inRow.sort((a, b) => distance(a) - distance(b))[0]?.card;
}

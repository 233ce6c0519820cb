/**
 * All scenarios with pictures: the occupancy of the buffers, the sentence, the policies. The gallery is open over the
 * run.
 */

import { useRef, useState } from 'react';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { openingPolicies } from '../../scenarios/loaded-presets.ts';
import { storyOf } from '../../scenarios/stories.ts';
import { thumbnails } from '../../scenarios/thumbnails/thumbnails.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/lists.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { useModal } from '../shell/use-modal.ts';
import { endsOf, matchesSearch, outlineOf } from './gallery-model.ts';
import './gallery.css';

export function Gallery({ onClose }: { readonly onClose: () => void }) {
  const { page } = useTools();
  const families = usePage((state) => state.families);
  const shown = usePage(({ run }) => (run.custom === undefined ? run.preset : undefined));
  const [query, setQuery] = useState('');
  // The gallery covers the run.
  const dialog = useModal(true);
  const list = useRef<HTMLDivElement>(null);
  const choose = async (id: string) => {
    await page.choosePreset(id);
    onClose();
  };
  const move = (event: React.KeyboardEvent) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('button.gallery-card') ?? [])];
    const to = neighbourOf(cards, document.activeElement, event.key);
    if (to === undefined) return;
    to.focus();
    event.preventDefault();
  };
  const groups = families
    .map(({ name, presets }) => ({ name, presets: presets.filter((preset) => matchesSearch(preset, name, query)) }))
    .filter(({ presets }) => presets.length > 0);
  const count = groups.reduce((sum, { presets }) => sum + presets.length, 0);
  return (
    <dialog ref={dialog} className="gallery prose" aria-labelledby="gallery-title" onClose={onClose}>
      <header>
        <h2 id="gallery-title">Scenarios</h2>
        <input
          type="search"
          aria-label="Search the scenarios"
          placeholder="Search: a policy, a paper, a word"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'ArrowDown' && move(event)}
        />
        <button type="button" className="quiet" aria-label="Close the scenarios" onClick={onClose}>
          ×
        </button>
      </header>
      <p className="muted">
        <span role="status">{count === 1 ? '1 scenario' : `${count} scenarios`}.</span> Each picture shows how full the
        buffer is in the first seconds. Lane A is a solid line, and lane B is a dashed line. The top of the picture is a
        full buffer (or the longest queue, if the buffer is nearly empty).
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons in it */}
      <div ref={list} onKeyDown={move}>
        {groups.map(({ name, presets }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul>
              {presets.map((preset) => (
                <li key={preset.id}>
                  <Card preset={preset} current={preset.id === shown} onChoose={() => void choose(preset.id)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  );
}

function Card({
  preset,
  current,
  onChoose,
}: {
  readonly preset: Scenario;
  readonly current: boolean;
  readonly onChoose: () => void;
}) {
  const policies = openingPolicies(preset).map((id) => findPolicy(id)?.name ?? id);
  const others = Object.keys(preset.policies).length - policies.length;
  return (
    <button type="button" className="gallery-card" aria-current={current} onClick={onChoose}>
      <Thumbnail code={thumbnails[preset.id] ?? ''} />
      <b>{preset.title}</b>
      <span>{preset.summary}</span>
      <small>
        {policies.length === 1 ? policies : policies.map((name, lane) => `${laneLetter(lane)} ${name}`).join(', ')}
        {others > 0 && ` and ${others} more`}
        {storyOf(preset.id) !== undefined && ' · with a story'}
      </small>
    </button>
  );
}

function Thumbnail({ code }: { readonly code: string }) {
  const courses = code.split(' ');
  return (
    <span className="thumbnail" aria-hidden="true">
      <svg viewBox="0 0 96 32" preserveAspectRatio="none" aria-hidden="true">
        {courses.map((course, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a course is identified by its lane
            key={index}
            className={index === 0 ? undefined : 'other'}
            d={outlineOf(course)}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {courses.length > 1 &&
        endsOf(courses).map((top, index) => (
          <span key={laneLetter(index)} style={{ top: `${100 * top}%` }}>
            {laneLetter(index)}
          </span>
        ))}
    </span>
  );
}

/** The card that a key selects: the next one in the row, or the nearest one of the next row. */
function neighbourOf(cards: readonly HTMLElement[], from: Element | null, key: string): HTMLElement | undefined {
  const index = from instanceof HTMLElement ? cards.indexOf(from) : -1;
  if (index < 0) return key === 'ArrowDown' ? cards[0] : undefined;
  if (key === 'ArrowRight') return cards[index + 1];
  if (key === 'ArrowLeft') return cards[index - 1];
  if (key === 'Home') return cards[0];
  if (key === 'End') return cards.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const cardBox = required(cards[index]).getBoundingClientRect();
  const down = key === 'ArrowDown';
  const beyond = cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (down ? box.top > cardBox.top + 1 : box.top < cardBox.top - 1));
  const tops = beyond.map(({ box }) => box.top);
  const row = down ? Math.min(...tops) : Math.max(...tops);
  const inRow = beyond.filter(({ box }) => Math.abs(box.top - row) < 1);
  const apart = ({ box }: { readonly box: DOMRect }) => Math.abs(box.left - cardBox.left);
  return inRow.sort((one, other) => apart(one) - apart(other))[0]?.card;
}

/** The networks of a paper's runs, one at a time. Each part shows its numbers on hover. */

import { type ReactNode, useState } from 'react';
import { accessParameters, linkParameters, resolveScenario, type Scenario } from '../../../engine/scenario/scenario.ts';
import { resolvedValue, scenarioPaths } from '../../../engine/scenario/scenario-paths.ts';
import { findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import { runsOf } from '../../../papers/measurement-plan.ts';
import type { Paper } from '../../../papers/paper.ts';
import type { Path } from '../../../params/path.ts';
import { findPolicy } from '../../../policies/registry.ts';
import { findPreset } from '../../../scenarios/index.ts';
import { required } from '../../../shared/lists.ts';
import type { StudyRun } from '../../../studies/tasks.ts';
import { formatParameterValue } from '../../shell/words.ts';
import { runAddress } from '../paper-words.ts';
import './set-up.css';

interface SetUpPart {
  readonly id: string;
  readonly name: string;
  /** Text under its name. */
  readonly says: string;
  readonly values: readonly (readonly [label: string, value: string])[];
}

export function SetUp({ paper }: { readonly paper: Paper }) {
  const runs = onePerPreset(paper);
  const [chosen, setChosen] = useState(runs[0]?.preset);
  const run = runs.find(({ preset }) => preset === chosen);
  const scenario = findPreset(chosen ?? '');
  const [shown, setShown] = useState('buffer');
  if (run === undefined || scenario === undefined) return null;
  const { sources, buffer, link, receivers } = partsOf(paper, scenario);
  const parts = [...sources, buffer, link, receivers];
  const part = parts.find(({ id }) => id === shown) ?? buffer;
  return (
    <figure className="set-up">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label="Picture of the set-up" tabIndex={0}>
        <Picture
          sources={sources}
          buffer={buffer}
          link={link}
          receivers={receivers}
          shown={part.id}
          onShow={setShown}
        />
      </section>
      <figcaption>
        <p>
          <select aria-label="Set-up shown" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {runs.map(({ preset }) => (
              <option key={preset} value={preset}>
                {findPreset(preset)?.title}
              </option>
            ))}
          </select>{' '}
          <a href={runAddress(run)}>Open this run</a>
        </p>
        <div aria-live="polite">
          <b>{part.name}</b>
          <dl>
            {part.values.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </figcaption>
    </figure>
  );
}

/** The first run of each of its presets; a paper without runs of its own has experiments. */
function onePerPreset(paper: Paper): StudyRun[] {
  const searched = paper.experiments.flatMap((id): StudyRun[] => {
    const { preset, paradigms: [policy] = [] } = findExperiment(id) ?? {};
    return preset === undefined || policy === undefined ? [] : [{ preset, policy }];
  });
  const all = [...runsOf(paper).values(), ...searched];
  return all.filter(({ preset }, index) => all.findIndex((other) => other.preset === preset) === index);
}

function policiesOf(paper: Paper): string[] {
  const policies = [...runsOf(paper).values()].map(({ policy }) => policy);
  const searched = paper.experiments.flatMap((id) => findExperiment(id)?.paradigms ?? []);
  return [...new Set([...policies, ...searched])].map((id) => findPolicy(id)?.name ?? id);
}

interface Network {
  readonly sources: readonly SetUpPart[];
  readonly buffer: SetUpPart;
  readonly link: SetUpPart;
  readonly receivers: SetUpPart;
}

function partsOf(paper: Paper, scenario: Scenario): Network {
  const resolved = resolveScenario(scenario);
  const paths = scenarioPaths(scenario);
  /** Values of a group: the values of the preset, and the main ones. */
  const under = (group: Path['group'], given: Readonly<Record<string, unknown>>, owner = '') =>
    paths.flatMap(({ at, parameter }): [string, string][] => {
      if (at.group !== group || at.owner !== owner || !(at.id in given || parameter.primary)) return [];
      return [[parameter.label, formatParameterValue(required(resolvedValue(resolved, at)), parameter)]];
    });
  const { unit, limit } = resolved.buffer;
  const size = formatParameterValue(limit, paths.find(({ at }) => at.group === 'buffer')?.parameter);
  const { rateBps, delayMs } = resolved.link;
  return {
    sources: resolved.sources.map(({ id, label, values }) => ({
      id: `source ${id}`,
      name: label,
      says: `${values.flows} ${values.flows === 1 ? 'flow' : 'flows'}`,
      values: [
        ...under('sources', scenario.sources[id] ?? {}, id),
        ['Access rate', formatParameterValue(resolved.access.rateBps, linkParameters.rateBps)],
      ],
    })),
    buffer: {
      id: 'buffer',
      name: 'Router',
      says: size,
      values: [
        [unit === 'bytesPerFlow' ? 'Buffer of each flow' : 'Buffer', size],
        ['Policies', policiesOf(paper).join(', ')],
      ],
    },
    link: {
      id: 'link',
      name: 'Link',
      says: `${formatParameterValue(rateBps, linkParameters.rateBps)}, ${formatParameterValue(delayMs, linkParameters.delayMs)}`,
      values: under('link', scenario.link),
    },
    receivers: {
      id: 'receivers',
      name: 'Receivers',
      says: `${formatParameterValue(resolved.access.receiverDelayMs, accessParameters.receiverDelayMs)} away`,
      values: [...under('access', scenario.access), ...under('run', scenario.run)],
    },
  };
}

const WIDTH = 880;
const HEIGHT = 44;
const GAP = 12;
const SOURCE = { x: 4, width: 196 };
const ROUTER = { x: 332, width: 168, height: 72 };
const FAR = 690;
const RECEIVERS = { x: 744, width: 132 };
/** Number of places in a full queue. */
const PLACES = 9;

interface PictureProps extends Network {
  readonly shown: string;
  readonly onShow: (id: string) => void;
}

function Picture({ sources, buffer, link, receivers, shown, onShow }: PictureProps) {
  const height = Math.max(104, sources.length * (HEIGHT + GAP) - GAP) + 8;
  const middle = height / 2;
  const top = middle - (sources.length * (HEIGHT + GAP) - GAP) / 2;
  const element = (part: SetUpPart) => ({ part, shown: shown === part.id, onShow });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-label="Sources, router, link and receivers">
      {sources.map((part, index) => {
        const y = top + index * (HEIGHT + GAP);
        return (
          <Element key={part.id} {...element(part)}>
            <path d={`M${SOURCE.x + SOURCE.width},${y + HEIGHT / 2}L${ROUTER.x},${middle}`} className="wire" />
            <rect x={SOURCE.x} y={y} width={SOURCE.width} height={HEIGHT} rx={6} />
            <Words part={part} x={SOURCE.x + 12} y={y + HEIGHT / 2} />
          </Element>
        );
      })}
      <Element {...element(link)}>
        <path d={`M${ROUTER.x + ROUTER.width},${middle}H${FAR}`} className="wire thick" />
        <path d={`M${FAR - 30},${middle - 5}l9,5l-9,5`} className="wire" />
        <rect
          x={ROUTER.x + ROUTER.width + 8}
          y={middle - 36}
          width={FAR - ROUTER.x - ROUTER.width - 24}
          height={60}
          className="reach"
        />
        <Words part={link} x={ROUTER.x + ROUTER.width + 16} y={middle - 22} />
      </Element>
      <Element {...element(receivers)}>
        <path d={`M${FAR},${middle}H${RECEIVERS.x}`} className="wire" />
        <circle cx={FAR} cy={middle} r={10} />
        <rect x={RECEIVERS.x} y={middle - HEIGHT / 2} width={RECEIVERS.width} height={HEIGHT} rx={6} />
        <Words part={receivers} x={RECEIVERS.x + 12} y={middle} />
      </Element>
      <Element {...element(buffer)}>
        <rect x={ROUTER.x} y={middle - ROUTER.height / 2} width={ROUTER.width} height={ROUTER.height} rx={6} />
        <Words part={buffer} x={ROUTER.x + 12} y={middle - 14} />
        {Array.from({ length: PLACES }, (_, place) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the queue is identified by its number
            key={place}
            x={ROUTER.x + ROUTER.width - 12 - 16 * (place + 1)}
            y={middle + 12}
            width={12}
            height={14}
            className={place < PLACES - 3 ? 'packet' : 'room'}
          />
        ))}
      </Element>
    </svg>
  );
}

function Words({ part, x, y }: { readonly part: SetUpPart; readonly x: number; readonly y: number }) {
  return (
    <>
      <text x={x} y={y - 3} className="name">
        {part.name}
      </text>
      <text x={x} y={y + 14} className="muted">
        {part.says}
      </text>
    </>
  );
}

interface ElementProps {
  readonly part: SetUpPart;
  readonly shown: boolean;
  readonly onShow: (id: string) => void;
  readonly children: ReactNode;
}

/** With the pointer or the keyboard on it, its numbers are shown below the picture. */
function Element({ part, shown, onShow, children }: ElementProps) {
  const show = () => onShow(part.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
    <g
      role="button"
      tabIndex={0}
      aria-pressed={shown}
      aria-label={`${part.name}: ${part.says}`}
      className={`part ${shown ? 'shown' : ''}`}
      onPointerEnter={show}
      onFocus={show}
      onClick={show}
      onKeyDown={({ key }) => key === 'Enter' && show()}
    >
      {children}
    </g>
  );
}

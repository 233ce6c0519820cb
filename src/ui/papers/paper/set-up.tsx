/** The networks of a paper's runs, one at a time. Each part shows its numbers on hover. */

import { type ReactNode, useState } from 'react';
import { accessParameters, linkParameters, resolveScenario, type Scenario } from '../../../engine/scenario/scenario.ts';
import { resolvedValue, scenarioPaths } from '../../../engine/scenario/scenario-paths.ts';
import { findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import { runsOfPaper } from '../../../papers/measurement-plan.ts';
import type { Paper } from '../../../papers/paper.ts';
import type { ParsedPath } from '../../../params/path.ts';
import { findPolicy } from '../../../policies/registry.ts';
import { findPreset } from '../../../scenarios/index.ts';
import { required } from '../../../shared/required.ts';
import type { StudyRun } from '../../../studies/tasks.ts';
import { Select } from '../../parts/fields.tsx';
import { joinClassNames } from '../../shell/class-names.ts';
import { formatParameterValue } from '../../shell/value-text.ts';
import { studyRunUrl } from '../study-run-url.ts';
import './set-up.css';

interface NetworkElement {
  readonly id: string;
  readonly name: string;
  /** Text under its name. */
  readonly text: string;
  readonly values: readonly (readonly [label: string, value: string])[];
}

export function SetUp({ paper }: { readonly paper: Paper }) {
  const runs = onePerPreset(paper);
  const [chosenPreset, setChosenPreset] = useState(runs[0]?.preset);
  const run = runs.find(({ preset }) => preset === chosenPreset);
  const scenario = findPreset(chosenPreset ?? '');
  const [shownPart, setShownPart] = useState('buffer');
  if (run === undefined || scenario === undefined) return null;
  const { sources, buffer, link, receivers } = describeNetwork(paper, scenario);
  const elements = [...sources, buffer, link, receivers];
  const element = elements.find(({ id }) => id === shownPart) ?? buffer;
  return (
    <figure className="set-up">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="set-up-picture" aria-label="Picture of the set-up" tabIndex={0}>
        <NetworkPicture
          sources={sources}
          buffer={buffer}
          link={link}
          receivers={receivers}
          shownId={element.id}
          onShow={setShownPart}
        />
      </section>
      <figcaption>
        <p>
          <Select
            className="set-up-choice"
            aria-label="Set-up shown"
            value={chosenPreset}
            options={runs.map(({ preset }) => [preset, findPreset(preset)?.title])}
            onChoose={setChosenPreset}
          />{' '}
          <a className="set-up-run" href={studyRunUrl(run)}>
            Open this run
          </a>
        </p>
        <div className="set-up-values" aria-live="polite">
          {elements.map((candidate) => (
            <div
              key={candidate.id}
              className={joinClassNames('set-up-value', candidate !== element && 'set-up-unseen')}
            >
              <b className="set-up-name">{candidate.name}</b>
              <dl>
                {candidate.values.map(([label, value]) => (
                  <div key={label} className="set-up-line ends">
                    <dt className="muted">{label}</dt>
                    <dd className="set-up-number">{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </figcaption>
    </figure>
  );
}

/** The first run of each of its presets; a paper without runs of its own has experiments. */
function onePerPreset(paper: Paper): StudyRun[] {
  const searchRuns = paper.experiments.flatMap((id): StudyRun[] => {
    const { preset, paradigms: [policy] = [] } = findExperiment(id) ?? {};
    return preset === undefined || policy === undefined ? [] : [{ preset, policy }];
  });
  const allRuns = [...runsOfPaper(paper).values(), ...searchRuns];
  return allRuns.filter(({ preset }, index) => allRuns.findIndex((other) => other.preset === preset) === index);
}

function policyNames(paper: Paper): string[] {
  const policies = [...runsOfPaper(paper).values()].map(({ policy }) => policy);
  const searchParadigms = paper.experiments.flatMap((id) => findExperiment(id)?.paradigms ?? []);
  return [...new Set([...policies, ...searchParadigms])].map((id) => findPolicy(id)?.name ?? id);
}

interface Network {
  readonly sources: readonly NetworkElement[];
  readonly buffer: NetworkElement;
  readonly link: NetworkElement;
  readonly receivers: NetworkElement;
}

function describeNetwork(paper: Paper, scenario: Scenario): Network {
  const resolvedScenario = resolveScenario(scenario);
  const paths = scenarioPaths(scenario);
  /** Values of a group: the values of the preset, and the main ones. */
  const pathsOfGroup = (group: ParsedPath['group'], groupValues: Readonly<Record<string, unknown>>, owner = '') =>
    paths.flatMap(({ parsedPath, parameter }): [string, string][] => {
      if (
        parsedPath.group !== group ||
        parsedPath.owner !== owner ||
        !(parsedPath.id in groupValues || parameter.primary)
      )
        return [];
      return [
        [parameter.label, formatParameterValue(required(resolvedValue(resolvedScenario, parsedPath)), parameter)],
      ];
    });
  const { unit, limit } = resolvedScenario.buffer;
  const size = formatParameterValue(limit, paths.find(({ parsedPath }) => parsedPath.group === 'buffer')?.parameter);
  const { rateBps, delayMs } = resolvedScenario.link;
  return {
    sources: resolvedScenario.sources.map(({ id, label, values }) => ({
      id: `source ${id}`,
      name: label,
      text: `${values.flows} ${values.flows === 1 ? 'flow' : 'flows'}`,
      values: [
        ...pathsOfGroup('sources', scenario.sources[id] ?? {}, id),
        ['Access rate', formatParameterValue(resolvedScenario.access.rateBps, linkParameters.rateBps)],
      ],
    })),
    buffer: {
      id: 'buffer',
      name: 'Router',
      text: size,
      values: [
        [unit === 'bytesPerFlow' ? 'Buffer of each flow' : 'Buffer', size],
        ['Policies', policyNames(paper).join(', ')],
      ],
    },
    link: {
      id: 'link',
      name: 'Link',
      text: `${formatParameterValue(rateBps, linkParameters.rateBps)}, ${formatParameterValue(delayMs, linkParameters.delayMs)}`,
      values: pathsOfGroup('link', scenario.link),
    },
    receivers: {
      id: 'receivers',
      name: 'Receivers',
      text: `${formatParameterValue(resolvedScenario.access.receiverDelayMs, accessParameters.receiverDelayMs)} away`,
      values: [...pathsOfGroup('access', scenario.access), ...pathsOfGroup('run', scenario.run)],
    },
  };
}

const PICTURE_WIDTH = 880;
const BOX_HEIGHT = 44;
const BOX_GAP = 12;
const SOURCE_BOX = { x: 4, width: 196, height: BOX_HEIGHT };
const ROUTER_BOX = { x: 332, width: 168, height: 72 };
const LINK_END_X = 690;
const RECEIVERS_BOX = { x: 744, width: 132, height: BOX_HEIGHT };
/** Number of places in a full queue. */
const FULL_QUEUE_PACKETS = 9;

interface PictureProps extends Network {
  readonly shownId: string;
  readonly onShow: (id: string) => void;
}

function NetworkPicture({ sources, buffer, link, receivers, shownId, onShow }: PictureProps) {
  const height = Math.max(104, sources.length * (BOX_HEIGHT + BOX_GAP) - BOX_GAP) + 8;
  const middle = height / 2;
  const top = middle - (sources.length * (BOX_HEIGHT + BOX_GAP) - BOX_GAP) / 2;
  const elementProps = (element: NetworkElement) => ({ element, isShown: shownId === element.id, onShow });
  return (
    <svg
      className="set-up-drawing"
      viewBox={`0 0 ${PICTURE_WIDTH} ${height}`}
      aria-label="Sources, router, link and receivers"
    >
      {sources.map((element, index) => {
        const y = top + index * (BOX_HEIGHT + BOX_GAP);
        return (
          <Element key={element.id} {...elementProps(element)}>
            <path
              d={`M${SOURCE_BOX.x + SOURCE_BOX.width},${y + BOX_HEIGHT / 2}L${ROUTER_BOX.x},${middle}`}
              className="set-up-wire"
            />
            <Box {...SOURCE_BOX} middle={y + BOX_HEIGHT / 2} />
            <ElementText element={element} x={SOURCE_BOX.x + 12} y={y + BOX_HEIGHT / 2} />
          </Element>
        );
      })}
      <Element {...elementProps(link)}>
        <path d={`M${ROUTER_BOX.x + ROUTER_BOX.width},${middle}H${LINK_END_X}`} className="set-up-wire set-up-thick" />
        <path d={`M${LINK_END_X - 30},${middle - 5}l9,5l-9,5`} className="set-up-wire" />
        <rect
          x={ROUTER_BOX.x + ROUTER_BOX.width + 8}
          y={middle - 36}
          width={LINK_END_X - ROUTER_BOX.x - ROUTER_BOX.width - 24}
          height={60}
          className="set-up-reach"
        />
        <ElementText element={link} x={ROUTER_BOX.x + ROUTER_BOX.width + 16} y={middle - 22} />
      </Element>
      <Element {...elementProps(receivers)}>
        <path d={`M${LINK_END_X},${middle}H${RECEIVERS_BOX.x}`} className="set-up-wire" />
        <circle cx={LINK_END_X} cy={middle} r={10} className="set-up-box" />
        <Box {...RECEIVERS_BOX} middle={middle} />
        <ElementText element={receivers} x={RECEIVERS_BOX.x + 12} y={middle} />
      </Element>
      <Element {...elementProps(buffer)}>
        <Box {...ROUTER_BOX} middle={middle} />
        <ElementText element={buffer} x={ROUTER_BOX.x + 12} y={middle - 14} />
        {Array.from({ length: FULL_QUEUE_PACKETS }, (_, position) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the queue is identified by its number
            key={position}
            x={ROUTER_BOX.x + ROUTER_BOX.width - 12 - 16 * (position + 1)}
            y={middle + 12}
            width={12}
            height={14}
            className={position < FULL_QUEUE_PACKETS - 3 ? 'set-up-packet' : 'set-up-room'}
          />
        ))}
      </Element>
    </svg>
  );
}

function Box({ middle, ...box }: typeof ROUTER_BOX & { readonly middle: number }) {
  return <rect {...box} y={middle - box.height / 2} rx={6} className="set-up-box" />;
}

function ElementText({ element, x, y }: { readonly element: NetworkElement; readonly x: number; readonly y: number }) {
  return (
    <>
      <text x={x} y={y - 3} className="set-up-label">
        {element.name}
      </text>
      <text x={x} y={y + 14} className="muted">
        {element.text}
      </text>
    </>
  );
}

interface ElementProps {
  readonly element: NetworkElement;
  readonly isShown: boolean;
  readonly onShow: (id: string) => void;
  readonly children: ReactNode;
}

/** With the pointer or the keyboard on it, its numbers are shown below the picture. */
function Element({ element, isShown, onShow, children }: ElementProps) {
  const show = () => onShow(element.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isShown}
      aria-label={`${element.name}: ${element.text}`}
      className={joinClassNames('set-up-part', isShown && 'set-up-shown')}
      onPointerEnter={show}
      onFocus={show}
      onClick={show}
      onKeyDown={({ key }) => key === 'Enter' && show()}
    >
      {children}
    </g>
  );
}

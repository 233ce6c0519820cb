/** Names of classes that never send: every legend, key and table of the page has the same. */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { LaneRun } from '../../protocol/messages.ts';

/** The description of a run in which the name of a class without flows says so. An edit may give it flows later. */
export function markSilentClasses(
  description: RunDescription,
  { scenario, edits }: Pick<LaneRun, 'scenario' | 'edits'>,
): RunDescription {
  const silentIds = resolveScenario(scenario).sources.flatMap(({ id, values }) =>
    values.flows === 0 && edits.every(({ path, value }) => path !== `sources.${id}.flows` || value === 0) ? id : [],
  );
  if (silentIds.length === 0) return description;
  const withMarks = ({ up, ...direction }: RunDescription): RunDescription => ({
    ...direction,
    classes: direction.classes.map((item) =>
      silentIds.includes(item.id) ? { ...item, label: `${item.label} (no flows)`, isSilent: true } : item,
    ),
    up: up && withMarks(up),
  });
  return withMarks(description);
}

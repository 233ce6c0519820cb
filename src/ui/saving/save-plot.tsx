/** A plot with its preview, and its file formats. */
import { useRef, useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { competingClasses } from '../../quantities/figures/goodput-shares.ts';
import { equalHostGoodputMbps } from '../../quantities/plots/equal-shares.ts';
import { type PlotKind, titleWithUnit } from '../../quantities/plots/plot-kind.ts';
import { timePlotKinds } from '../../quantities/plots/plot-kinds.ts';
import {
  BUFFER_CURVE_KIND,
  CLASS_DELAYS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  DELAY_LOSS_KIND,
  DURATIONS_KIND,
  FLOWS_KIND,
  HOSTS_KIND,
  SHARES_KIND,
  VCS_KIND,
  VIDEO_PACKETS_KIND,
} from '../../quantities/plots/snapshot-kinds.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { PlotOfKind } from '../plots/plot-figure.tsx';
import { plotTable } from '../plots/plot-table.ts';
import { runBufferCurves } from '../plots/run-buffer-curves.ts';
import { videoPacketShares } from '../plots/video-packets.ts';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { type SavableContent, savableFormats, saveAs } from './save-as.ts';
import type { SaveSource } from './saving.ts';

/** Plots with data for these lanes. */
function savableKinds(lanes: readonly LaneSnapshot[], run: RunState): readonly PlotKind[] {
  const overTime = timePlotKinds.filter((kind) => lanes.some((lane) => kind.lines(lane).length > 0));
  const usesCells = lanes.some((lane) => (lane.frame?.vcs.length ?? 0) > 0);
  const hasTimed = lanes.some((lane) => lane.description?.classes.some((item) => item.timed !== undefined) === true);
  return [
    ...overTime,
    ...(hasTimed ? [DURATIONS_KIND] : []),
    FLOWS_KIND,
    ...(lanes.some((lane) => equalHostGoodputMbps(lane) !== undefined) ? [HOSTS_KIND] : []),
    ...(usesCells ? [VCS_KIND] : []),
    ...(lanes.some((lane) => competingClasses(lane).length > 1) ? [SHARES_KIND] : []),
    ...(lanes.some((lane) => videoPacketShares(lane) !== undefined) ? [VIDEO_PACKETS_KIND] : []),
    CLASS_DELAYS_KIND,
    CLASS_ROUND_TRIPS_KIND,
    CLASS_GOODPUT_LOSS_KIND,
    DELAY_LOSS_KIND,
    ...(runBufferCurves(lanes, run) === undefined ? [] : [BUFFER_CURVE_KIND]),
  ];
}

export function SavePlot() {
  const { page } = usePageContext();
  const kinds = savableKinds(
    useLanes(),
    usePage(({ run }) => run),
  );
  const [id, setId] = useState(kinds[0]?.id);
  const kind = kinds.find((candidate) => candidate.id === id) ?? FLOWS_KIND;
  const saveSource = useRef<SaveSource>(undefined);
  const savedContent: SavableContent = {
    title: titleWithUnit(kind),
    createTable: () => plotTable(kind, page),
    getSaveSource: () => saveSource.current,
    plot: timePlotKinds.includes(kind) ? kind.id : undefined,
  };
  return (
    <>
      <div className="study-controls cluster">
        <label>
          Plot{' '}
          <select aria-label="Plot" value={kind.id} onChange={({ target }) => setId(target.value)}>
            {kinds.map((item) => (
              <option key={item.id} value={item.id}>
                {titleWithUnit(item)}
              </option>
            ))}
          </select>
        </label>
        {savableFormats(savedContent).map((format) => (
          <button
            key={format}
            type="button"
            aria-label={`Save ${savedContent.title} as ${format}`}
            onClick={() => void saveAs(page, format, savedContent)}
          >
            {format}
          </button>
        ))}
      </div>
      <div className="save-preview">
        <PlotOfKind key={kind.id} kind={kind} isFirst saveSource={saveSource} />
      </div>
    </>
  );
}

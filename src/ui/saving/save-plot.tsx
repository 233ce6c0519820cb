/** A plot with its preview, and its file formats. */
import { useRef, useState } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { type AnyPlot, allPlots, isMomentPlot, isPlotInFiles } from '../../plots/all-plots.ts';
import { flowsPlot } from '../../plots/flows.ts';
import { titleWithUnit } from '../../plots/plot-texts.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { momentRunOf } from '../plots/moment-run.ts';
import { PlotOfKind } from '../plots/plot-figure.tsx';
import { plotTable } from '../plots/plot-table.ts';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { type SavableContent, savableFormats, saveAs } from './save-as.ts';
import type { SaveSource } from './saving.ts';

/** Plots with data for these lanes. */
function savablePlots(lanes: readonly LaneSnapshot[], run: RunState): readonly AnyPlot[] {
  const shownRun = momentRunOf(lanes, run);
  return allPlots.filter((plot) =>
    isMomentPlot(plot) ? plot.isAvailable(shownRun) : lanes.some((lane) => plot.lines(lane).length > 0),
  );
}

export function SavePlot() {
  const { page } = usePageContext();
  const kinds = savablePlots(
    useLanes(),
    usePage(({ run }) => run),
  );
  const [id, setId] = useState(kinds[0]?.id);
  const kind = kinds.find((candidate) => candidate.id === id) ?? flowsPlot;
  const saveSource = useRef<SaveSource>(undefined);
  const savedContent: SavableContent = {
    title: titleWithUnit(kind),
    createTable: () => plotTable(kind, page),
    getSaveSource: () => saveSource.current,
    plot: isPlotInFiles(kind) ? kind.id : undefined,
  };
  return (
    <>
      <div className="study-controls cluster">
        <label>
          Plot{' '}
          <Select
            aria-label="Plot"
            value={kind.id}
            options={kinds.map((item) => [item.id, titleWithUnit(item)])}
            onChoose={setId}
          />
        </label>
        {savableFormats(savedContent).map((format) => (
          <Button
            key={format}
            aria-label={`Save ${savedContent.title} as ${format}`}
            onClick={() => void saveAs(page, format, savedContent)}
          >
            {format}
          </Button>
        ))}
      </div>
      <div className="save-preview">
        <PlotOfKind key={kind.id} kind={kind} isFirst saveSource={saveSource} />
      </div>
    </>
  );
}

/** The view of a run in a link: it reads the present view, and shows the view of a link. Loaded for such links. */
import type { Page } from '../../app/page/page.ts';
import { allPlots } from '../../plots/all-plots.ts';
import { runParameter } from '../../run-state/run-values.ts';
import type { UrlView } from '../../run-state/url-view.ts';
import { plotStore, showPlots } from './plot-state.ts';
import { plottedSpan, shownPlotIds } from './shown-plots.ts';

/** The figures as a table in place of plots. */
const TABLE_VIEW = 'table';

/** Shows the plots and drawings of a link after its run is open. */
export function showView(page: Page, view: UrlView): void {
  const { plots = [], span, drawings, showsLenses, controls } = view;
  if (controls !== undefined) chooseControls(page, controls);
  const plotIds = plots.filter((plot) => allPlots.some(({ id }) => id === plot));
  const unknownPlot = plots.find((plot) => plot !== TABLE_VIEW && !plotIds.includes(plot));
  if (unknownPlot !== undefined)
    page.notices.show(`plots: ${unknownPlot} is unknown; allowed: ${allPlots.map(({ id }) => id).join(', ')}.`);
  const plotState = plotStore.getState();
  showPlots({
    plotIds: plotIds.length === 0 ? plotState.plotIds : { packets: plotIds, cells: plotIds },
    showsTable: plots.length === 0 ? plotState.showsTable : plots.includes(TABLE_VIEW),
    span: span ?? plotState.span,
    drawings: drawings ?? plotState.drawings,
    showsLenses: showsLenses ?? plotState.showsLenses,
  });
}

/** In a locked page these are the only controls, and they can be changed. */
function chooseControls(page: Page, controls: readonly string[]): void {
  const { run, embedding } = page.state;
  if (embedding !== 'locked') {
    page.notices.show('controls: this link shows all controls, because it has no embed=locked.');
    return;
  }
  const unknownControl = controls.find((path) => runParameter(run, path) === undefined);
  if (unknownControl !== undefined) page.notices.show(`controls: ${unknownControl} is no value of this run.`);
  page.lock.allowOnly(controls.filter((path) => runParameter(run, path) !== undefined));
}

/** The time of the run, and its drawings. */
export function urlViewOfPage(page: Page): UrlView {
  const plotState = plotStore.getState();
  const { showsTable, drawings, showsLenses } = plotState;
  const { allowedPaths } = page.state;
  const { lanes, timeNs } = page.session;
  const chosenDrawings = lanes.map((_, index) => drawings[index] ?? 'lens');
  return {
    atSeconds: timeNs / 1e9,
    plots: showsTable ? [TABLE_VIEW] : shownPlotIds(lanes, plotState),
    span: plottedSpan(lanes, plotState),
    drawings: chosenDrawings.every((mode) => mode === 'lens') ? undefined : chosenDrawings,
    showsLenses: showsLenses || undefined,
    controls: allowedPaths,
  };
}

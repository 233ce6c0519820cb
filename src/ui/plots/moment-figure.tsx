/** The drawing of a plot of one moment. */
import { useEffect, useRef } from 'react';
import { besideStore } from '../../app/line/beside.ts';
import type { MomentPlot } from '../../plots/moment-plot.ts';
import { SceneView } from '../../view/draw/scene-view.ts';
import type { SaveSource } from '../saving/saving.ts';
import { usePageContext } from '../shell/context.tsx';
import { momentRun } from './moment-run.ts';

/** The source of the picture of a plot, for saving it. */
export type SaveSourceRef = React.RefObject<SaveSource | undefined>;

export function MomentFigure({ plot, saveSource }: { readonly plot: MomentPlot; readonly saveSource: SaveSourceRef }) {
  const { page, animation } = usePageContext();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const view = new SceneView(canvas.current, (size, ruler) => plot.marks(momentRun(page), size, ruler));
    const draw = () => {
      const { lanes } = page.session;
      view.draw([
        page.state.run,
        besideStore.getState(),
        ...lanes.flatMap(({ description, frame }) => [description, frame]),
      ]);
    };
    saveSource.current = { view, draw };
    return animation.addSlow(draw);
  }, [plot, animation, saveSource, page]);
  return (
    <div className="plot">
      <canvas ref={canvas} role="img" aria-label={plot.label} />
    </div>
  );
}

/** The open program: in the editor of a lane, or from a link. */
import type { PageState } from '../../app/page/page-state.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { ProgramOffer } from './offered-program.tsx';
import { ProgramPanel } from './program-panel.tsx';

export function Programs({ program }: { readonly program: NonNullable<PageState['openProgram']> }) {
  const { page } = usePageContext();
  const lanes = usePage((state) => state.run.lanes.length);
  if (typeof program === 'object') return <ProgramOffer key={program.source} offeredProgram={program} />;
  if (program >= lanes) return null;
  return <ProgramPanel key={program} lane={program} onClose={() => page.views.show({ openProgram: undefined })} />;
}

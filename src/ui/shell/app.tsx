/** The whole page. */
import { useDeferredValue } from 'react';
import type { LaneState } from '../../run-state/run-state.ts';
import { policyOfLane } from '../../run-state/run-values.ts';
import { TALL_LENSES } from '../../view/lenses/tall-lenses.ts';
import { Headline } from '../headline/headline.tsx';
import { LanePanel } from '../lane/lane-panel.tsx';
import { PlaybackBar } from '../playback/playback-bar.tsx';
import { leaveOverlay } from './address/run-urls.ts';
import { usePage, usePageContext } from './context.tsx';
import { Header } from './header.tsx';
import { usePageLayout } from './layout/page-layout.ts';
import {
  Gallery,
  HandInDialog,
  HelpDialog,
  Inspector,
  Keys,
  LessonView,
  LineDialog,
  PaperSource,
  PapersView,
  PlotsPanel,
  Programs,
  SaveDialog,
  Sidebar,
  SlowDownNotice,
  SweepDialog,
  TcDialog,
} from './loaded-parts.tsx';
import { Notices } from './notices.tsx';
import { useDialog, useInspectorPanel, usePanel } from './panels.ts';
import './app.css';

const DIALOG_PARTS = { help: HelpDialog, sweep: SweepDialog, save: SaveDialog };

/** Everything that the page shows. */
export function App() {
  const controls = usePanel();
  const inspectorPanel = useInspectorPanel();
  const dialog = useDialog<keyof typeof DIALOG_PARTS>();
  const laneCount = usePage((state) => state.run.lanes.length);
  // The button answers a press first, because all lanes become narrower beside the inspector.
  const showsInspector = useDeferredValue(inspectorPanel.isOpen);
  const Dialog = dialog.name && DIALOG_PARTS[dialog.name];
  const { page, isNarrow, hasControlsButton, hasTimelineFirst } = usePageLayout(controls.isOpen, showsInspector);
  return (
    <div {...page} data-lanes={laneCount}>
      <Header
        isNarrow={isNarrow}
        controlsPanel={hasControlsButton && controls}
        inspectorPanel={inspectorPanel}
        onOpen={dialog.open}
      />
      <Headline />
      <Messages onHelp={() => dialog.open('help')} />
      <SidePanels />
      <Lanes />
      {showsInspector && <Inspector onClose={inspectorPanel.onToggle} />}
      {Dialog && <Dialog key={dialog.key} onClose={dialog.close} />}
      <OverlayViews />
      <div className="page-foot">
        <OpenPrograms />
        <PlaybackBar hasTimelineFirst={hasTimelineFirst} />
      </div>
    </div>
  );
}

function Messages({ onHelp }: { readonly onHelp: () => void }) {
  const possibleSpeed = usePage((state) => state.possibleSpeed);
  const isFromPaper = usePage((state) => state.paperOrigin !== undefined);
  return (
    <div className="notice-area">
      <Notices />
      <Keys onHelp={onHelp} />
      {possibleSpeed !== undefined && <SlowDownNotice possibleSpeed={possibleSpeed} />}
      {isFromPaper && <PaperSource />}
    </div>
  );
}

/** The panel beside the lanes. */
function SidePanels() {
  const { page } = usePageContext();
  const lessonHash = usePage((state) => state.lessonHash);
  const isBare = usePage((state) => state.embedding === 'bare');
  return (
    <div className="page-sides">
      {lessonHash !== undefined && <LessonView hash={lessonHash} onClose={() => void leaveOverlay(page)} />}
      {!isBare && <Sidebar />}
    </div>
  );
}

const hasTallLens = (lane: LaneState) => TALL_LENSES.has(policyOfLane(lane).hints.lens);

function Lanes() {
  const lanes = usePage((state) => state.run.lanes);
  return (
    <main className={lanes.some(hasTallLens) ? 'tall-lenses' : undefined}>
      <div className="lanes">
        {lanes.map((lane, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position, and its policy may change
          <LanePanel key={`${index}/${lane.policy}`} lane={index} />
        ))}
      </div>
      <PlotsPanel />
    </main>
  );
}

/** The views over the run. */
function OverlayViews() {
  const { page } = usePageContext();
  const papers = usePage((state) => state.openPaperId);
  const showsGallery = usePage((state) => state.showsGallery);
  const openedHandIn = usePage((state) => state.openedHandIn);
  const openedTc = usePage((state) => state.openedTc);
  const showsLine = usePage((state) => state.showsLine);
  const leave = () => void leaveOverlay(page);
  return (
    <>
      {papers !== undefined && <PapersView target={papers} onClose={leave} />}
      {showsGallery && <Gallery onClose={leave} />}
      {showsLine && <LineDialog onClose={() => page.views.show({ showsLine: false })} />}
      {openedTc && <TcDialog opened={openedTc} onClose={() => page.views.show({ openedTc: undefined })} />}
      {openedHandIn && (
        <HandInDialog opened={openedHandIn} onClose={() => page.views.show({ openedHandIn: undefined })} />
      )}
    </>
  );
}

function OpenPrograms() {
  const program = usePage((state) => state.openProgram);
  return program !== undefined && <Programs program={program} />;
}

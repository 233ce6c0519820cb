/** The whole page. */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { LaneState } from '../../run-state/run-state.ts';
import { policyOf } from '../../run-state/selectors.ts';
import { TALL_LENSES } from '../../view/lenses/lenses.ts';
import { Headline } from '../headline/headline.tsx';
import { LanePanel } from '../lane/lane-panel.tsx';
import { PlaybackBar } from '../playback/playback-bar.tsx';
import { plotStore } from '../plots/plot-state.ts';
import { leaveOverlay, namesLesson } from './address/links.ts';
import { classes } from './classes.ts';
import { usePage, useTools } from './context.tsx';
import { Header } from './header.tsx';
import { useRoomClasses } from './layout/page-room.ts';
import {
  Gallery,
  HelpDialog,
  Inspector,
  Keys,
  Lesson,
  PaperSource,
  PapersView,
  PlotsPanel,
  Programs,
  SaveDialog,
  Sidebar,
  SweepDialog,
  TooDense,
} from './loaded-parts.tsx';
import { Notices } from './notices.tsx';
import './app.css';

const hasTallLens = (lane: LaneState) => TALL_LENSES.has(policyOf(lane).hints.lens);

/** Counts the openings of a dialog, so that the end of one dialog does not close the next. */
function useOpenings() {
  const [{ opened, closed }, set] = useState({ opened: 0, closed: 0 });
  const open = useCallback(() => set((state) => ({ ...state, opened: state.opened + 1 })), []);
  const close = () => set((state) => ({ ...state, closed: opened }));
  return { key: opened > closed ? opened : 0, open, close };
}

export function App() {
  const { page } = useTools();
  const help = useOpenings();
  const sweep = useOpenings();
  const save = useOpenings();
  const papers = usePage((state) => state.papers);
  const gallery = usePage((state) => state.gallery);
  const lesson = usePage((state) => state.lesson);
  const [controls, setControls] = useState(false);
  const [why, setWhy] = useState(false);
  const asked = usePage((state) => state.question !== undefined);
  const closeWhy = () => {
    page.questions.forget();
    setWhy(false);
  };
  const openWhy = () => {
    setWhy(true);
    void page.questions.askNewest();
  };
  const lanes = usePage((state) => state.run.lanes);
  const program = usePage((state) => state.program);
  const theme = usePage((state) => state.theme);
  const lenses = useStore(plotStore, (state) => state.lenses);
  const embedding = usePage((state) => state.embedding);
  const denseRate = usePage((state) => state.denseRate);
  const fromPaper = usePage((state) => state.from !== undefined);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    page.redraw();
  }, [theme, page]);
  // After the theme, which determines the size of the page's pixels.
  const room = useRoomClasses();
  return (
    <div
      className={classes(
        'page',
        embedding,
        room,
        controls && 'controls-open',
        lenses && 'with-lenses',
        lesson !== undefined && namesLesson(lesson) && 'in-lesson',
      )}
      data-lanes={lanes.length}
    >
      <Header
        controls={{ isOpen: controls, toggle: () => setControls(!controls) }}
        why={{ isOpen: why || asked, toggle: why || asked ? closeWhy : openWhy }}
        open={(dialog) => ({ help, sweep, save })[dialog].open()}
      />
      <Headline />
      <div className="messages">
        <Notices />
        <Keys onHelp={help.open} />
        {denseRate !== undefined && <TooDense rate={denseRate} />}
        {fromPaper && <PaperSource />}
      </div>
      {lesson !== undefined && <Lesson hash={lesson} onClose={() => void leaveOverlay(page)} />}
      {embedding !== 'bare' && <Sidebar />}
      <main className={lanes.some(hasTallLens) ? 'tall-lenses' : undefined}>
        <div className="lanes">
          {lanes.map((lane, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position; its policy may change in it
            <LanePanel key={`${index}/${lane.policy}`} index={index} />
          ))}
        </div>
        <PlotsPanel />
      </main>
      {(why || asked) && <Inspector onClose={closeWhy} />}
      {help.key > 0 && <HelpDialog key={help.key} onClose={help.close} />}
      {sweep.key > 0 && <SweepDialog key={sweep.key} onClose={sweep.close} />}
      {save.key > 0 && <SaveDialog key={save.key} onClose={save.close} />}
      {papers !== undefined && <PapersView asked={papers} onClose={() => void leaveOverlay(page)} />}
      {gallery && <Gallery onClose={() => void leaveOverlay(page)} />}
      <PlaybackBar />
      {program !== undefined && <Programs program={program} />}
    </div>
  );
}

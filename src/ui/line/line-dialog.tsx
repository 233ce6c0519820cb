/** *My line*: numbers or files of measurements become a link with intervals and evidence, and then lanes. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { beside, removeBeside, showBeside } from '../../app/line/beside.ts';
import { runOfLine } from '../../app/line/line-lanes.ts';
import { parseLine } from '../../app/line/line-numbers.ts';
import { fitWithTexts } from '../../app/line/my-line.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { LineFiles } from './line-files.tsx';
import { LineFit } from './line-fit.tsx';
import { LineNumbers } from './line-numbers.tsx';
import { myLine } from './line-store.ts';
import { LineTries } from './line-tries.tsx';
import '../styles/study.css';
import './line.css';

export function LineDialog({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const seed = usePage((state) => state.run.seed);
  const { texts, queueKind, files, fitted, direction, tried } = useStore(myLine.store);
  const fit = useMemo(() => fitWithTexts(fitted, texts, queueKind), [fitted, texts, queueKind]);
  const { problems } = useMemo(() => parseLine(texts, queueKind), [texts, queueKind]);
  const line = useMemo(
    () => runOfLine(fit, direction, tried, fitted.flows, seed),
    [fit, direction, tried, fitted, seed],
  );
  const isKnown =
    files.length > 0 || [fit.baseRttMs, fit.down.rateMbps, fit.up.rateMbps].some((value) => value !== undefined);
  const hasFiles = files.some(({ content }) => content.state === 'read');
  /** The files lie beside the run, if they have series of its quantities. */
  const showFiles = () => {
    if (!hasFiles) return;
    myLine.requestSeries(direction, (series) => {
      if (series.length > 0) showBeside(series);
      else page.notices.show('My line: no file has values over time of round trips, goodput, losses or queues.');
    });
  };
  const open = () => {
    if (typeof line === 'string') return;
    const { scenario, run } = line;
    const isOpen = page.edit((editor) => editor.run.openFile('My line', { scenario, problems: [] }, [], run));
    if (isOpen === false) return;
    // An earlier measurement says nothing about numbers that were written by hand.
    if (hasFiles) showFiles();
    else if (beside.getState().series.length > 0) removeBeside();
    onClose();
  };
  return (
    <Dialog
      title="My line"
      className="study my-line prose"
      pauses
      onClose={onClose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        myLine.addFiles([...event.dataTransfer.files]);
      }}
    >
      <p className="muted">
        Four numbers of your line, or files of a measuring tool, give the rate, the round trip and the buffer. Then see
        what another queue would do there.
      </p>
      <LineFiles />
      <LineNumbers problems={problems} />
      {isKnown && <LineFit fit={fit} />}
      <LineTries fit={fit} notes={typeof line === 'string' ? [] : line.notes} />
      <div className="line-foot sticky-bar cluster">
        <Button className="primary" disabled={typeof line === 'string'} onClick={open}>
          Open as lanes
        </Button>
        {hasFiles && (
          <Button
            title="The run stays as it is, and its plots show the measurement in grey"
            onClick={() => {
              showFiles();
              onClose();
            }}
          >
            Show beside this run
          </Button>
        )}
        <output>{typeof line === 'string' ? line : ''}</output>
        <span className="spacer" />
        <Button title="Removes the numbers and the files of this dialog. The run stays." onClick={() => myLine.clear()}>
          Clear
        </Button>
      </div>
    </Dialog>
  );
}

/** An opened capture with both directions: the direction of the packets that are read, and the way to its measurement. */
import { useStore } from 'zustand';
import { loadPart } from '../../app/loading/loading.ts';
import { READ_DIRECTIONS, type ReadDirection } from '../../capture/options.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { openFile } from './open-file.ts';
import { lastCapture } from './opened-capture.ts';

const DIRECTION_TEXTS: Readonly<Record<ReadDirection, string>> = {
  first: 'that of the first packet',
  other: 'the other one',
  both: 'both',
};

/** Shown while the run has the packets of this capture. */
export function CaptureDirectionChoice() {
  const { page } = usePageContext();
  const capture = useStore(lastCapture, (state) => state.capture);
  const scenario = usePage((state) => state.run.custom);
  if (capture === undefined || capture.scenario !== scenario) return undefined;
  const openAsMeasurement = async () => {
    const { openMeasurements } = await loadPart(() => import('./open-measurements.ts'));
    openMeasurements(page, [capture.file]);
  };
  return (
    <div className="column">
      <label className="row">
        Direction in the capture
        <Select
          value={capture.direction}
          options={READ_DIRECTIONS.map((direction) => [direction, DIRECTION_TEXTS[direction]])}
          onChoose={(direction) => void openFile(page, capture.file, direction as ReadDirection)}
        />
      </label>
      <p className="row note">
        It is open as a list of arrivals. Its round trips and goodput are a measurement too.
        <Button onClick={() => void openAsMeasurement()}>Open as a measurement</Button>
      </p>
    </div>
  );
}

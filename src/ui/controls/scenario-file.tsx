/** A scenario as a file: opened from a button or dropped anywhere on the page, and saved. */
import { useEffect } from 'react';
import type { Page } from '../../app/page/page.ts';
import { Button } from '../parts/button.tsx';
import { FileButton } from '../parts/fields.tsx';
import { saveScenario } from '../saving/save-scenario.ts';
import { usePageContext } from '../shell/context.tsx';
import { CaptureDirectionChoice } from './capture-direction.tsx';
import { droppedFolder } from './file-check.ts';
import { OPENED_FILES, openFile, openFiles } from './open-file.ts';
import './scenario-file.css';

export function ScenarioFile() {
  const { page } = usePageContext();
  useFileDrop(page);
  return (
    <section className="sidebar-group scenario-file row" aria-label="Scenario file">
      <FileButton
        label="Scenario file"
        accept={OPENED_FILES}
        title="Open a scenario file, a lesson, a hand-in, your own arrivals as CSV, pcap or pcapng, the rate of the link over time, queues of tc, or measurements such as those of ping and iperf3. You can also drop a file on the page."
        onFiles={([file]) => void openFile(page, file)}
      >
        Open file…
      </FileButton>
      <Button
        title="Traffic, link, buffer and policies at the start of the run. The share link also contains the changes made during the run."
        onClick={() => void saveScenario(page)}
      >
        Save file
      </Button>
      <CaptureDirectionChoice />
    </section>
  );
}

function useFileDrop(page: Page): void {
  useEffect(() => {
    const drop = ({ dataTransfer }: DragEvent) => {
      const folder = dataTransfer ? droppedFolder(dataTransfer) : undefined;
      if (folder !== undefined)
        page.notices.show(`${folder}: a folder cannot be opened; drop a scenario file or a file of arrivals`);
      else void openFiles(page, [...(dataTransfer?.files ?? [])]);
    };
    addEventListener('drop', drop);
    return () => removeEventListener('drop', drop);
  }, [page]);
}

/** A scenario as a file: opened from a button or dropped anywhere on the page, and saved. */
import { useEffect, useRef } from 'react';
import { messageOf } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import { ownScenario } from '../../app/run-selectors.ts';
import { useTools } from '../shell/context.tsx';
import { saveFile } from '../shell/links.ts';
import { droppedFolder, whyNoText } from './foreign-file.ts';
import { openFile } from './open-file.ts';
import './scenario-file.css';

export function ScenarioFile() {
  const { page } = useTools();
  const input = useRef<HTMLInputElement>(null);
  useFileDrop(page);
  return (
    <section className="group file" aria-label="Scenario file">
      <button
        type="button"
        title="Open a scenario file, or drop one on the page"
        onClick={() => input.current?.click()}
      >
        Open file…
      </button>
      <button
        type="button"
        title="Traffic, link, buffer and policies at the start of the run. The share link also contains the changes made during the run."
        onClick={() => void saveFile(ownScenario(page.state.run))}
      >
        Save file
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Scenario file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void open(page, file);
        }}
      />
    </section>
  );
}

/** Opens a file whose text can be read; says why where it cannot. */
async function open(page: Page, file: File): Promise<void> {
  try {
    const why = await whyNoText(file);
    if (why === undefined) await openFile(page, file);
    else page.notify(`${file.name} could not be read: ${why}`);
  } catch (error) {
    page.notify(`The file could not be read: ${messageOf(error)}`);
  }
}

function useFileDrop(page: Page): void {
  useEffect(() => {
    const drop = ({ dataTransfer }: DragEvent) => {
      const folder = dataTransfer ? droppedFolder(dataTransfer) : undefined;
      const file = dataTransfer?.files[0];
      if (folder !== undefined) page.notify(`${folder}: a folder cannot be opened; drop a scenario file`);
      else if (file !== undefined) void open(page, file);
    };
    addEventListener('drop', drop);
    return () => removeEventListener('drop', drop);
  }, [page]);
}

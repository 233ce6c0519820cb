/** A scenario as a file: opened from a button or dropped anywhere on the page, and saved. */
import { useEffect, useRef } from 'react';
import type { Page } from '../../app/page.ts';
import { ownScenario } from '../../app/run-selectors.ts';
import { useTools } from '../shell/context.tsx';
import { openFile, saveFile } from '../shell/links.ts';
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
          if (file !== undefined) void openFile(page, file);
        }}
      />
    </section>
  );
}

function useFileDrop(page: Page): void {
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (holdsFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void openFile(page, file);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [page]);
}

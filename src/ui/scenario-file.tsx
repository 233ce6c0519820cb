/** A scenario as a file: opened from a button or dropped anywhere on the page, and saved. */
import { useEffect, useRef } from 'react';
import { ownScenario } from '../app/run-script.ts';
import type { Page } from '../app/store.ts';
import { MAX_FILE, scenarioToFile } from '../scenarios/file.ts';
import { useTools } from './context.tsx';

/** UTF-8 takes at most this many bytes for a UTF-16 code unit. */
const MAX_BYTES = 3 * MAX_FILE;

export function ScenarioFile() {
  const { page } = useTools();
  const input = useRef<HTMLInputElement>(null);
  useFileDrop(page);
  return (
    <section className="group file" aria-label="Scenario file">
      <button type="button" title="Open a scenario file; or drop it on the page" onClick={() => input.current?.click()}>
        Open file…
      </button>
      <button
        type="button"
        title="Traffic, link, buffer and policies as they are at the start. The link also holds the changes in mid-run."
        onClick={() => save(page)}
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
          if (file !== undefined) open(page, file);
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
      if (file !== undefined) open(page, file);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [page]);
}

async function open(page: Page, file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    page.notify(`${file.name}: ${file.size} bytes is not allowed; allowed: at most ${MAX_BYTES}`);
    return;
  }
  try {
    page.openFile(file.name, await file.text());
  } catch (error) {
    page.notify(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

function save(page: Page): void {
  const scenario = ownScenario(page.state.run);
  const text = `${JSON.stringify(scenarioToFile(scenario), null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${scenario.id}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

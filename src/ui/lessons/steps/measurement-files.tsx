/** The measurements of a step: its own files, or those of the student, in the dialog *My line*. */
import { useState } from 'react';
import { errorMessage, loadPart } from '../../../app/loading/loading.ts';
import { Button } from '../../parts/button.tsx';
import { Alert } from '../../parts/texts.tsx';
import { usePageContext } from '../../shell/context.tsx';
import { fetchText, lessonFileUrl } from '../lesson-source.ts';

export function MeasurementFiles({ paths }: { readonly paths: readonly string[] }) {
  const { page } = usePageContext();
  const [problem, setProblem] = useState<string>();
  const open = async (files: () => Promise<readonly File[]>) => {
    setProblem(undefined);
    try {
      const [{ myLine }, read] = await Promise.all([loadPart(() => import('../../line/line-store.ts')), files()]);
      if (read.length > 0) {
        myLine.clear();
        myLine.addFiles(read);
      }
      page.views.show({ showsLine: true });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const load = () =>
    Promise.all(
      paths.map(
        async (path) => new File([await fetchText(lessonFileUrl(path))], path.slice(path.lastIndexOf('/') + 1)),
      ),
    );
  return (
    <div className="stack screen-only">
      <p className="cluster">
        <Button onClick={() => void open(load)}>Open the measurement</Button>
        <Button onClick={() => void open(async () => [])}>Use your own files</Button>
      </p>
      {problem !== undefined && <Alert>The measurement could not be opened: {problem}.</Alert>}
    </div>
  );
}

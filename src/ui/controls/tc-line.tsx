/** A line of tc becomes a lane; the lanes are saved as lines of tc. */
import { useState } from 'react';
import { downloadFile } from '../../app/files/download.ts';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import { usePageContext } from '../shell/context.tsx';

const loadTc = () => loadPart(() => import('../../run-state/tc/tc-run.ts'));

export function TcLine() {
  const { page } = usePageContext();
  const [line, setLine] = useState('');
  const open = async () => {
    try {
      const { withTcLane } = await loadTc();
      const { run, notes } = withTcLane(page.state.run, line);
      if (page.edit((editor) => editor.run.openTcLane(run, notes)) !== false) setLine('');
    } catch (error) {
      page.notices.showInList('Line of tc', `${errorMessage(error)}.`);
    }
  };
  const save = async () => {
    try {
      const { tcLinesOf } = await loadTc();
      downloadFile('lanes.tc.sh', 'text/plain', tcLinesOf(page.state.run));
    } catch (error) {
      page.notices.show(`The lines of tc could not be saved: ${errorMessage(error)}.`);
    }
  };
  return (
    <section className="sidebar-group stack" aria-label="Line of tc">
      <label className="field">
        Line of tc
        <textarea
          aria-label="Line of tc"
          rows={2}
          value={line}
          placeholder="fq_codel limit 1000 target 5ms"
          title="The words of tc qdisc add, or what tc -d qdisc show prints, also with -j"
          onChange={({ target }) => setLine(target.value)}
        />
      </label>
      <div className="row">
        <button
          type="button"
          disabled={line.trim() === ''}
          title="Adds a lane with the queue discipline of Linux that the line describes"
          onClick={() => void open()}
        >
          Open as a lane
        </button>
        <button
          type="button"
          title="Saves a command of tc for each lane that is a queue discipline of Linux"
          onClick={() => void save()}
        >
          Save as tc
        </button>
      </div>
    </section>
  );
}

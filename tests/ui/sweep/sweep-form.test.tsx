/** The form of a sweep: a second value can be added and taken away, and what is refused is named. */
import { afterEach, expect, test, vi } from 'vitest';
import { sweepBaseAt } from '../../../src/app/measuring/sweep-run.ts';
import { required } from '../../../src/shared/required.ts';
import { sweepProblem } from '../../../src/studies/sweep.ts';
import { SweepForm } from '../../../src/ui/sweep/sweep-form.tsx';
import { opened } from '../../app/opened-page.ts';
import { click, mount, type, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();
afterEach(unmountAll);

function form() {
  const page = opened();
  const onRun = vi.fn();
  const mounted = mount(
    <SweepForm
      presentRun={sweepBaseAt(page.state.run, 0)}
      isRunning={false}
      simulatedPerSecond={undefined}
      onRun={onRun}
      onCancel={() => {}}
    />,
    page,
  );
  const press = (text: string) => click(required(mounted.all('button').find((button) => button.textContent === text)));
  return { ...mounted, onRun, press };
}

test('a second value is one that can run with the first, and it can be taken away', () => {
  const { all, press, onRun } = form();
  expect(all('fieldset')).toHaveLength(1);
  press('+ a second value');
  expect(all('fieldset')).toHaveLength(2);
  press('Run');
  const [sweep] = required(onRun.mock.calls[0]);
  expect(new Set(sweep.axes.map(({ path }: { path: string }) => path)).size).toBe(2);
  expect(sweepProblem(sweep)).toBeUndefined();
  press('− second value');
  expect(all('fieldset')).toHaveLength(1);
});

test('each field of the run changes its own value, and a refused one is named', () => {
  const { get, all, press, onRun } = form();
  const field = (label: string) =>
    required(
      all('label')
        .find(({ textContent }) => textContent?.startsWith(label))
        ?.querySelector('input'),
    );
  type(field('Replications'), '3');
  type(field('Seconds of a run'), '20');
  type(field('Warm-up'), '4');
  press('Run');
  expect(onRun.mock.calls[0]?.[0]).toMatchObject({ replications: 3, seconds: 20, warmupSeconds: 4 });
  type(field('Warm-up'), '40');
  press('Run');
  expect(onRun).toHaveBeenCalledTimes(1);
  expect(get('[role=alert]').textContent).toContain('Warm-up');
  expect(field('Warm-up').getAttribute('aria-invalid')).toBe('true');
});

/** The menu with the actions on a whole lane. */
import { PROGRAM_POLICY } from '../../params/id.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useMenu } from '../shell/effects.ts';
import './lane-menu.css';

export function LaneMenu({ lane }: { readonly lane: number }) {
  const { page } = usePageContext();
  const lanes = usePage((state) => state.run.lanes.length);
  const isOwn = usePage((state) => state.run.lanes[lane]?.policy === PROGRAM_POLICY);
  const { isOpen, setIsOpen, toggle, containerProps } = useMenu();
  const letter = laneLetter(lane);
  const closeAndRun = (action: () => void) => () => {
    setIsOpen(false);
    action();
  };
  const isFull = lanes >= MAX_LANES;
  return (
    <span className="lane-menu anchor screen-only" {...containerProps}>
      <Button
        className="quiet"
        aria-label={`More about lane ${letter}`}
        title="Write a policy; duplicate, move or remove this lane"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        ⋯
      </Button>
      {isOpen && (
        <span className="menu floating stack">
          <Button onClick={closeAndRun(() => page.views.show({ openProgram: lane }))}>
            {isOwn ? 'Edit the program' : 'Write a policy'} of lane {letter}
          </Button>
          <Button
            disabled={isFull}
            title={
              isFull
                ? `A page has at most ${MAX_LANES} lanes`
                : 'Adds a copy of this lane, so that you can change one value and compare'
            }
            onClick={closeAndRun(() => page.edit((editor) => editor.lanes.duplicate(lane)))}
          >
            Duplicate lane {letter}
          </Button>
          <Button disabled={lane === 0} onClick={closeAndRun(() => page.edit((editor) => editor.lanes.move(lane, -1)))}>
            Move lane {letter} left
          </Button>
          <Button
            disabled={lane === lanes - 1}
            onClick={closeAndRun(() => page.edit((editor) => editor.lanes.move(lane, 1)))}
          >
            Move lane {letter} right
          </Button>
          <Button disabled={lanes === 1} onClick={closeAndRun(() => page.edit((editor) => editor.lanes.remove(lane)))}>
            Remove lane {letter}
          </Button>
        </span>
      )}
    </span>
  );
}

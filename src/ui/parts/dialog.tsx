/** A dialog over the page: its title, the button that closes it, and its content. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useModal } from '../shell/use-modal.ts';
import { CloseButton } from './button.tsx';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'title'> {
  readonly title: ReactNode;
  /** Content between the title and the button. */
  readonly head?: ReactNode;
  /** Name of the button that closes it. */
  readonly closing?: string;
  /** Whether the run pauses until the dialog is closed. */
  readonly pauses: boolean;
  readonly onClose: () => void;
}

export function Dialog({ title, head, closing, pauses, onClose, children, ...dialog }: DialogProps) {
  const id = useId();
  return (
    <dialog ref={useModal(pauses)} aria-labelledby={id} onClose={onClose} {...dialog}>
      {/* The button comes first: a dialog scrolls to the first thing that can have the focus. */}
      <header className="ends sticky-bar">
        <h2 id={id}>{title}</h2>
        {head}
        <CloseButton label={closing} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

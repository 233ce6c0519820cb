/** The parts of the page that buttons of the header open. */
import { useState } from 'react';
import { usePage, usePageContext } from './context.tsx';

/** A part of the page that a button shows and hides. */
export interface Panel {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function usePanel(): Panel {
  const [isOpen, setIsOpen] = useState(false);
  return { isOpen, onToggle: () => setIsOpen(!isOpen) };
}

/** *Why?* is open on request, and while there is a question about a packet. */
export function useInspectorPanel(): Panel {
  const { questions } = usePageContext().page;
  const [isRequested, setIsRequested] = useState(false);
  const isQuestionAsked = usePage((state) => state.question !== undefined);
  const isOpen = isRequested || isQuestionAsked;
  const toggle = () => {
    setIsRequested(!isOpen);
    if (isOpen) questions.clear();
    else void questions.askNewest();
  };
  return { isOpen, onToggle: toggle };
}

/** One dialog at a time. Each opening has its own key, so that the end of one dialog does not close the next. */
export function useDialog<Name>() {
  const [{ name, key }, set] = useState<{ readonly name?: Name; readonly key: number }>({ key: 0 });
  return {
    name,
    key,
    open: (openedName: Name) => set({ name: openedName, key: key + 1 }),
    close: () => set((last) => (last.key === key ? { key } : last)),
  };
}

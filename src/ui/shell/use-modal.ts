import { type RefObject, useEffect, useRef } from 'react';
import { usePageContext } from './context.tsx';

/**
 * Opens a dialog over the page.
 * @param pauses whether the run pauses until the dialog is closed
 * @returns the element of the dialog
 */
export function useModal(pauses: boolean): RefObject<HTMLDialogElement | null> {
  const { page } = usePageContext();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => (pauses ? page.session.pauseUnderDialog() : undefined), [page, pauses]);
  return dialog;
}

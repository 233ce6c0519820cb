/**
 * Scrolls to a number, a claim or a figure, and takes the focus there. The folded evidence of a claim is opened.
 * @returns whether there is one
 */
export function bringIntoSight(container: HTMLElement | null, anchor: string): boolean {
  const element = container?.querySelector<HTMLElement>(`[data-at="${CSS.escape(anchor)}"]`);
  if (element === null || element === undefined) return false;
  for (const askedElement of container?.querySelectorAll('.asked') ?? []) askedElement.classList.remove('asked');
  element.classList.add('asked');
  for (const details of element.querySelectorAll<HTMLDetailsElement>(':scope > details')) details.open = true;
  element.scrollIntoView({ block: 'center' });
  (element.querySelector<HTMLElement>('a, button') ?? element).focus({ preventScroll: true });
  return true;
}

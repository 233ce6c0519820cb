/**
 * Scrolls to a number, a claim or a figure, and takes the focus there.
 * @returns whether there is one
 */
export function bringIntoSight(container: HTMLElement | null, anchor: string): boolean {
  const element = container?.querySelector<HTMLElement>(`[data-at="${CSS.escape(anchor)}"]`);
  if (element === null || element === undefined) return false;
  for (const askedElement of container?.querySelectorAll('.asked') ?? []) askedElement.classList.remove('asked');
  element.classList.add('asked');
  element.scrollIntoView({ block: 'center' });
  (element.querySelector<HTMLElement>('a, button') ?? element).focus({ preventScroll: true });
  return true;
}

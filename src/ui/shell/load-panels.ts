/** Loads the panels around the queues. */
export const panelParts = () => import('./panel-parts.ts');

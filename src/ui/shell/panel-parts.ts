/** The parts that every visit loads after the queues, together. */
export { LastChangeNote } from '../controls/last-change.tsx';
export { Sidebar } from '../controls/sidebar.tsx';
export { FindingLine } from '../headline/finding-line.tsx';
export { KeyMomentList } from '../playback/key-moments.tsx';
export { PlotsPanel } from '../plots/plots-panel.tsx';
export { PageKeys } from './input/page-keys.tsx';

/** The parts of a lane that are loaded after its queue, together. */
export { LaneMenu, LensChoices, PolicyGroups, SpokenSummary } from './lane-controls.tsx';
export { LaneLens } from './lane-lens.ts';
export { pickPackets } from './pick-packets.ts';

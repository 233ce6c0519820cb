/** The plots that are not over time: they show one moment, with figures since the warm-up. */
import type { PlotKind } from './plot-kind.ts';
import { timePlotKinds } from './plot-kinds.ts';

/** Not a plot over time: a dot for every flow. */
export const FLOWS_KIND: PlotKind = {
  id: 'flows',
  title: 'Goodput of each flow',
  unit: 'Mb/s',
  help: 'New payload per second that reached the receiver, for each flow since the warm-up (first 1\u202f000 flows only). The line is the median of the class. The dotted line is the rate C of the link, divided by the number of long TCP flows.',
  term: 'fairness',
  lines: () => [],
};

/** Not a plot over time: a bar for every host. */
export const HOSTS_KIND: PlotKind = {
  id: 'hosts',
  title: 'Goodput of each host',
  unit: 'Mb/s',
  help: 'The bars show the new payload per second that reached the receivers of each class since the warm-up. Each class of flows stands for one host, as in CAKE. Lines divide a bar into its flows. Dashed lines show an equal share: the goodput of all hosts with long TCP flows, divided by their number.',
  term: 'fairness',
  lines: () => [],
};

/** Not a plot over time: a bar for every VC. */
export const VCS_KIND: PlotKind = {
  id: 'vcs',
  title: 'Each VC and its minimum',
  unit: 'Mb/s',
  help: 'The bars show the rate that the link sent for each VC since the warm-up: TCP payload, or whole cells if the scenario counts headers. A thick line shows the guaranteed minimum of a VC. It counts the 48 bytes of each cell, so headers too. A dashed line shows its fair share of the total, in proportion to the minimums. The hatched part of a bar is above the fair share. A hollow bar shows the rate that a VC lacks to reach its minimum. A number over a bar is the distance of the rate from the fair share, in percent of the share. A bold number in a hollow bar is the distance from the minimum, in percent of the minimum.',
  term: 'gfr',
  lines: () => [],
};

/** Not a plot over time: the share of the transfers and round trips up to each duration. */
export const DURATIONS_KIND: PlotKind = {
  id: 'durations',
  title: 'Durations (CDF)',
  unit: '%',
  help: 'For each time on the axis (ms): the share of short transfers, or of round trips of pings, that took at most this time. It counts those that began after the warm-up and are complete. A scenario without them has no line.',
  term: 'completion',
  lines: () => [],
};

/** Not a plot over time: a dot for every lane. */
export const DELAY_LOSS_KIND: PlotKind = {
  id: 'delay-loss',
  title: 'Delay and loss',
  unit: '',
  help: 'A dot for each lane: the mean queueing delay since the warm-up (across) and the share of the arriving packets that were dropped since the warm-up (up). Whiskers show the 95 % intervals of both figures within this run, as soon as it is long enough. If a policy marks, a ring shows loss and marks together. Near the lower left corner, packets wait a short time and few are lost.',
  term: 'loss',
  lines: () => [],
};

/** Not a plot over time: a bar for every lane. */
export const SHARES_KIND: PlotKind = {
  id: 'shares',
  title: 'Share of each class',
  unit: '% of goodput',
  help: 'A bar for each lane: the goodput of long TCP flows since the warm-up, divided into the shares of their classes. Dashed lines show where the shares would end if all flows had the same goodput. In a lane that shares between hosts, they show equal goodput for all classes. A scenario without such classes has no bar.',
  term: 'fairness',
  lines: () => [],
};

/** Not a plot over time: a bar for every lane. */
export const VIDEO_PACKETS_KIND: PlotKind = {
  id: 'video-packets',
  title: 'Video packets',
  unit: '% of video packets sent',
  help: 'A bar for each lane: the packets of videos that arrived at the queue since the warm-up. Shown: packets of frames that can be shown. Sent in vain: the receiver got the packet, but its frame cannot be shown. A packet of this frame was dropped, or a packet of another frame that this frame needs. Dropped: by the policy. The rest waits, or its frame is not complete yet. A scenario without such videos has no bar.',
  term: 'goodput',
  lines: () => [],
};

/** Not a plot over time: a dot for every class and lane. */
export const CLASS_DELAYS_KIND: PlotKind = {
  id: 'class-delays',
  title: 'Delay of each class',
  unit: 'ms',
  help: 'For each class and lane: the mean time from arrival at the queue to the start of transmission since the warm-up. All lines begin at zero.',
  term: 'delay',
  lines: () => [],
};

/** Not a plot over time: a dot for every class and lane. */
export const CLASS_ROUND_TRIPS_KIND: PlotKind = {
  id: 'class-round-trips',
  title: 'Round trip of each class',
  unit: 'ms',
  help: 'For each class and lane: the propagation delay of a round trip (pale), and the mean time from arrival at the queue to the start of transmission since the warm-up (dark). The time to send the packets is left out. A class whose flows have several delays has no line.',
  lines: () => [],
};

/** Not a plot over time: two dots for every class and lane. */
export const CLASS_GOODPUT_LOSS_KIND: PlotKind = {
  id: 'class-goodput-loss',
  title: 'Goodput and loss by class',
  unit: '',
  help: 'For each class and lane since the warm-up: new payload per second that reached the receiver (left; with its headers, if the scenario counts them), and the share of the arriving packets that were dropped (right). All lines begin at zero.',
  term: 'goodput',
  lines: () => [],
};

/** Not a plot over time: a stored curve for every lane. */
export const BUFFER_CURVE_KIND: PlotKind = {
  id: 'buffer-curve',
  title: 'Effect of the buffer size',
  unit: '',
  help: 'The main figure of the scenario (up) against the size of the whole buffer (across). Each curve was measured in advance, in whole runs of the unchanged scenario. It shows the mean over several seeds with its 95 % interval. A ring shows the run of a lane since the warm-up, with one seed. Until it has a figure, a dot shows the mean at its buffer size. A line from a dot on the goal marks the smallest size at which a mean reaches the goal. If you change another value, the ring may leave the curve.',
  lines: () => [],
};

/** Every plot that can be chosen. */
export const allPlotKinds: readonly PlotKind[] = [
  ...timePlotKinds,
  DURATIONS_KIND,
  FLOWS_KIND,
  HOSTS_KIND,
  VCS_KIND,
  SHARES_KIND,
  VIDEO_PACKETS_KIND,
  CLASS_DELAYS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  DELAY_LOSS_KIND,
  BUFFER_CURVE_KIND,
];

/** Whether a plot shows the state at one time. */
export const isSnapshotKind = (kind: PlotKind) => !timePlotKinds.includes(kind);

/** Kinds that only the page draws: they do not have one figure for each lane and class. */
const PAGE_KINDS: readonly PlotKind[] = [
  VIDEO_PACKETS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  DELAY_LOSS_KIND,
  BUFFER_CURVE_KIND,
];

/** The kinds that the command line writes into its files. */
export const exportedPlotKinds: readonly PlotKind[] = allPlotKinds.filter((kind) => !PAGE_KINDS.includes(kind));

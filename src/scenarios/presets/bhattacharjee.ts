/**
 * Bhattacharjee & McKinnon, "Network support for application-specific buffering": video with dependent frames and data
 * share one link. Seven experiments, each at its middle point.
 */

import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { presentFields } from '../../shared/present-fields.ts';

const CITATION = 'Bhattacharjee & McKinnon, Performance of application-specific buffering schemes, section 5';

/** Mean rate of a video by its table; the paper prints 605 kbit/s. The rate of data is the same. */
const RATE_BPS = 608_000;
const PRINTED_BPS = 605_000;
/** Packets of the paper. */
const PACKET_BYTES = 576;

const policies: Record<string, ParameterValues> = {
  shb: {},
  abd: {},
  pfb: {},
  'pfb-ad': {},
  'abd-weq': {},
  'pfb-weq': {},
  'pfb-ad-weq': {},
};

interface MixedTraffic {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly videos: number;
  readonly data: number;
  readonly bytesPerFlow: number;
  readonly rateBps?: number;
  readonly startWithinSeconds?: number;
}

/** For a lesson: so few packets that each can be followed in slow motion. */
const lesson: MixedTraffic = {
  id: 'bm-lesson',
  title: 'A loss in one frame, nine frames gone',
  summary:
    'Three videos and one data connection share 2.3 Mb/s, slightly too little for them. How many frames does a loss in one I frame cost?',
  videos: 3,
  data: 1,
  bytesPerFlow: 11_000,
  rateBps: 2.3e6,
};

const mixedTraffics: readonly MixedTraffic[] = [
  lesson,
  {
    id: 'bm-e1',
    title: 'E1: buffers to show 90 % of the video',
    summary:
      'Thirty connections share 20 Mb/s. Which buffer is enough to show 90 % of the video? Vary it. In ABD, video may fill only half of the buffer.',
    videos: 15,
    data: 15,
    bytesPerFlow: 1_500,
  },
  {
    id: 'bm-e2',
    title: 'E2: buffers to show 70 % of the video',
    summary: 'The same as E1, but 70 % of the video packets is enough.',
    videos: 15,
    data: 15,
    bytesPerFlow: 700,
  },
  {
    id: 'bm-e3',
    title: 'E3: delay',
    summary: 'How long do packets wait in the buffers found by E1 and E2?',
    videos: 15,
    data: 15,
    bytesPerFlow: 1_500,
  },
  {
    id: 'bm-e4',
    title: 'E4: faster links',
    summary:
      'The links have 1.5 to 155 Mb/s, and there are enough connections for a load of 90 %. Does sharing save buffer?',
    videos: 45,
    data: 22,
    bytesPerFlow: 1_500,
    rateBps: 45e6,
  },
  {
    id: 'bm-e5',
    title: 'E5: goodput against buffer',
    summary: 'Twenty videos and ten data connections share 20 Mb/s. Vary the buffer of each connection.',
    videos: 20,
    data: 10,
    bytesPerFlow: 1_500,
  },
  {
    id: 'bm-e6',
    title: 'E6: goodput against load',
    summary:
      'For every two videos there is one data connection. Each connection has 1.5 kB of buffer. Vary the number of videos and watch the effect of overload.',
    videos: 22,
    data: 11,
    bytesPerFlow: 1_500,
  },
  {
    id: 'bm-e7',
    title: 'E7: all videos in step',
    summary: 'All videos start at once, so all their I frames coincide. This is the worst case for a buffer.',
    videos: 15,
    data: 15,
    bytesPerFlow: 8_000,
    startWithinSeconds: 0,
  },
];

function experimentPreset({
  id,
  title,
  summary,
  videos,
  data,
  bytesPerFlow,
  rateBps,
  startWithinSeconds,
}: MixedTraffic): Scenario {
  const video: SourceSpec = {
    kind: 'video',
    label: 'video',
    flows: videos,
    pacing: 'paced',
    ...presentFields({ startWithinSeconds }),
  };
  return {
    id,
    title: `Bhattacharjee & McKinnon · ${title}`,
    summary,
    citation: CITATION,
    link: { rateBps: rateBps ?? 20e6, delayMs: 1 },
    access: { receiverDelayMs: 1 },
    buffer: { bytesPerFlow },
    run: { durationSeconds: 35, warmupSeconds: 5 },
    sources: {
      video,
      data: { kind: 'poisson', label: 'data', flows: data, rateBps: RATE_BPS, packetBytes: PACKET_BYTES },
    },
    policies,
    variants: {
      dataRate: {
        analytic: { 'sources.data.rateBps': RATE_BPS },
        asPrinted: { 'sources.data.rateBps': PRINTED_BPS },
      },
      packets: {
        paced: { 'sources.video.pacing': 'paced' },
        burst: { 'sources.video.pacing': 'burst' },
        accessRate: { 'sources.video.pacing': 'accessRate' },
      },
    },
  };
}

export const bhattacharjeePresets: readonly Scenario[] = mixedTraffics.map(experimentPreset);

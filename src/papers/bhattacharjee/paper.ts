/** Bhattacharjee & McKinnon: the experiments behind figures 2 to 15, and the sentences about them (C0.1 to C0.17). */

import type { Paper, PaperClaim } from '../paper.ts';
import { bufferFinding } from './buffer-finding.ts';
import { claimsOnFigures, judgeClaimOnFigures, measuredOfClaim } from './claims.ts';
import { experiments, experimentWithSearch, trafficLoadExperiment } from './experiments.ts';
import { completeRows } from './rows.ts';

const allRows = [...experiments, trafficLoadExperiment];

const claims = claimsOnFigures.map((claim): PaperClaim => {
  const { needs: _, judgeParts: __, measured: ___, ...claimTexts } = claim;
  return {
    ...claimTexts,
    judge: (results) => judgeClaimOnFigures(claim, (id) => completeRows(id, results.rows(id))),
    measured: (rowsOf) => measuredOfClaim(claim, rowsOf),
  };
});

export const bhattacharjeeMcKinnon: Paper = {
  id: 'bhattacharjee-mckinnon',
  name: 'Bhattacharjee & McKinnon',
  title: 'Performance of Application-Specific Buffering Schemes for Active Networks',
  authors: 'Samrat Bhattacharjee and Martin W. McKinnon',
  citedAuthors: 'S. Bhattacharjee, M. W. McKinnon',
  publication: 'Georgia Institute of Technology',
  question:
    'Does a router need less buffer if it takes into account which packets of a video depend on each other? Should it keep buffers for each flow or for each kind of application?',
  setUp:
    'Video connections (groups of nine frames, 605 kbit/s) and data connections of the same rate share one link. Most experiments have thirty connections on a link of 20 Mb/s. They measure the smallest buffer for a goodput of 70 or 90 %, the delay with this buffer, and the goodput with other buffers and loads. Two more experiments have faster links, and videos that all send in step. The paper prints its figures without values, so only their shape can be checked.',
  terms: {
    SHB: 'shared buffer: one queue for all connections',
    PFB: 'per-flow buffers: each connection has its own part of the buffer and of the link',
    'PFB/AD': 'PFB with application discard: it refuses video packets made useless by a loss',
    ABD: 'application-based discarding: like PFB/AD, but one buffer for each kind of application',
    'ABD/WEQ': 'ABD where video and data each get half of the link when both have packets to send',
    Goodput: 'the part of the sent packets that arrives and can be used',
    '90 % goodput': 'on average, and for each video at least 81 %: stricter than the mean of scenario E1',
    'I frame': 'the frame on which the other frames of its group depend',
    'In step': 'all videos send their I frames at the same time',
  },
  readings: [
    {
      what: 'The figures are judged by their shape',
      basis: 'inferred',
      why: 'the paper prints them without values, but the sentences about them can be tested',
    },
    {
      what: 'In ABD, any packet of an intact I frame ends the refusal of video packets. The rest of a damaged frame is refused',
      basis: 'inferred',
      why: 'section 2.3 says that all video is discarded “until another I frame is received”. An I frame counts as another one even if some of its packets have left. The lost I frame does not count',
      against:
        'section 4 says that “2 bits were necessary”. This reading also needs memory for one frame of each video',
    },
    {
      what: 'For SHB, the whole buffer counts, also the part with data',
      basis: 'printed',
      why: 'section 5.2 says “computed based on the size of the entire buffer”',
      against:
        'in C0.5, SHB then needs as much as the others with two videos. No way of counting makes both C0.5 and C0.7 hold',
    },
    {
      what: 'Packets of a frame are spread over the time of the frame',
      basis: 'inferred',
      why: 'otherwise the packets of a frame would all be sent at once. Then no I frame would fit into 1.5 kB of buffer for each connection, and the goodput of figure 13 would be zero',
    },
    {
      what: 'Faster links (E4) carry only video, or two videos for each data connection',
      basis: 'inferred',
      why: 'section 5.3 does not say which mix it uses, so we measure both',
    },
  ],
  tables: [],
  cells: [],
  diagrams: experiments.map(({ id, title, figures }) => ({
    kind: 'experiment',
    id,
    title: `${figures}: ${title}`,
    experiment: id,
  })),
  claims,
  finding: bufferFinding,
  experiments: allRows.map(({ id }) => id).filter((id) => experimentWithSearch(id) === id),
  simulationAmounts: {
    // The random part is the start times of the videos, not the duration of the run: here it has eight groups of
    // pictures.
    quick: { seedCount: 8, settings: () => ({ 'run.durationSeconds': 3.4, 'run.warmupSeconds': 1 }) },
    // As in the paper (section 5).
    full: { seedCount: 20 },
  },
};

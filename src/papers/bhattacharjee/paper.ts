/** Bhattacharjee & McKinnon: the experiments behind figures 2 to 15, and the sentences about them (C0.1 to C0.17). */

import type { Claim, Paper } from '../paper.ts';
import type { Results } from '../results.ts';
import type { Decision } from '../verdict.ts';
import { claimOf, claimsOnFigures } from './claims.ts';
import { type Experiment, experiments, findExperiment, loadExperiment, measuredIn } from './experiments.ts';
import type { Row } from './rows.ts';

/** Why a claim does not hold here, as far as it is known: looked for by hand, in these results. */
const CAUSES: Readonly<Record<string, string>> = {
  'C0.2':
    'From 10 to 22 videos the need stays about the same for a buffer that is shared: more videos begin at different times, and their I frames come less often together.',
  'C0.4':
    'There is a leap, but it comes earlier. Below half of the load ABD/WEQ lets video go first, and its need is far below that of ABD. A paced I frame sends 3.84 Mb/s, so that three of them at a time exceed half of the link long before the mean rate of all videos does.',
  'C0.5':
    'The second half holds. The first hangs on how the buffer of SHB is counted: as each connection’s part of it SHB needs far less than the others while most is data, but then C0.7 fails. Counted whole, as is printed, C0.7 holds and this does not. No way to count lets both hold.',
  'C0.11':
    'At 90 % goodput hardly a frame is lost, so that there is hardly anything to discard. At 70 % PFB/AD does delay less.',
  'C0.13':
    'With few videos most packets are of data, which hardly waits: the mean over all packets grows smoothly with the videos, and seeds differ by more than places do.',
  'C0.14a':
    'The paper does not print how many connections are data. With a third of data ABD does need less than SHB on every link, though not by much. With video alone both need nearly the same: the room is shared by all either way, and so few frames may be lost that discarding has little to decide.',
  'C0.16d':
    'Data fares better with ABD than with SHB (C0.16c). Under PFB and PFB/AD it fares better still once more is offered than the link carries: the small buffers of single videos lose so much that part of the link is left to data. The paper does not say how far its axis goes.',
  'C0.16e':
    'It is the other way. What PFB/AD refuses of the videos leaves the link to data, and turns are counted in bytes. The paper expects longer rounds of its round robin to hurt data.',
};

const all = [...experiments, loadExperiment];

/** Rows of an experiment when all its places are there: a figure with holes decides nothing. */
function wholeOf({ id, places, paradigms, levels }: Experiment, results: Results): readonly Row[] {
  const rows = results.rows(id);
  return rows.length === places.length * paradigms.length * Math.max(1, levels.length) ? rows : [];
}

function decide(results: Results, id: string): Decision {
  const { verdict, evidence } = claimOf(id, (experiment) => wholeOf(findExperiment(experiment) as Experiment, results));
  return { verdict, evidence };
}

const claims: readonly Claim[] = claimsOnFigures.map(({ id, sentence, source }) => ({
  ...{ id, sentence, source },
  ...(CAUSES[id] === undefined ? {} : { cause: CAUSES[id] }),
  decide: (results) => decide(results, id),
}));

export const bhattacharjeeMcKinnon: Paper = {
  id: 'bhattacharjee-mckinnon',
  title: 'Performance of Application-Specific Buffering Schemes for Active Networks',
  authors: 'Samrat Bhattacharjee and Martin W. McKinnon',
  citation:
    'S. Bhattacharjee, M. W. McKinnon, Performance of Application-Specific Buffering Schemes for Active Networks, Georgia Institute of Technology',
  question:
    'Does a router that knows which packets of a video depend on each other need less buffer, kept by flow or by kind of application?',
  setUp:
    'Video connections (groups of nine frames, 605 kbit/s) and data connections of the same rate before one link, mostly thirty of them on 20 Mb/s: the smallest buffer for 70 or 90 % of usable video, its delay, goodput against buffer and load, faster links, and all videos in step. The figures are printed without values: what can be checked is their shape.',
  readings: [
    {
      what: 'The figures are judged by their shape',
      basis: 'inferred',
      why: 'they are printed without values; the sentences about them can be put to the test',
    },
    {
      what: 'ABD: any packet of an I frame that has lost nothing re-opens the class, and the rest of a broken frame is refused',
      basis: 'inferred',
      why: 'section 2.3: all video is discarded “until another I frame is received”. An I frame that is half sent is another one; the lost one is not',
      against: 'section 4: “2 bits were necessary”. This needs one frame of each video in memory besides',
    },
    {
      what: 'The buffer of SHB counts whole, data and all',
      basis: 'printed',
      why: 'section 5.2: “computed based on the size of the entire buffer”',
      against:
        'C0.5: with two videos SHB then needs as much as the others. No way to count lets both C0.5 and C0.7 hold',
    },
    {
      what: 'Packets of a frame are spread over the time of the frame',
      basis: 'inferred',
      why: 'with whole frames at once no I frame fits 1.5 kB of buffer for each connection, and the goodput of figure 13 would be nothing',
    },
    {
      what: 'Faster links (E4) carry video alone, or two videos to each data connection',
      basis: 'inferred',
      why: 'section 5.3 does not say which: both are measured',
    },
  ],
  tables: [],
  cells: [],
  figures: experiments.map(({ id, title, figures }) => ({
    kind: 'experiment',
    id,
    title: `${figures}: ${title}`,
    experiment: id,
  })),
  claims,
  experiments: all.map(({ id }) => id).filter((id) => measuredIn(id) === id),
  extent: {
    // Chance lies in when the videos begin, beside each other, not in how long they are watched: ten of their groups here.
    quick: { seeds: 10, settings: () => ({ 'run.durationSeconds': 4, 'run.warmupSeconds': 1 }) },
    // As in the paper (section 5).
    full: { seeds: 20 },
  },
};

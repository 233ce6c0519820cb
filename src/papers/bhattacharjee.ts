/** Bhattacharjee & McKinnon: the experiments behind figures 2 to 15, and the sentences about them (C0.1 to C0.17). */
import { claims as allClaims, claimOf } from '../studies/claims.ts';
import { type Experiment, experiments, findExperiment, loadExperiment, measuredIn } from '../studies/experiments.ts';
import type { Row } from '../studies/rows.ts';
import type { Decision } from '../studies/verdict.ts';
import type { Claim, Paper } from './paper.ts';
import type { Results } from './results.ts';

/** Why a claim does not hold here, as far as it is known: looked for by hand, in these results. */
export const CAUSES: Readonly<Record<string, string>> = {
  'C0.4':
    'Below half of the load ABD/WEQ lets video go first, and its need is far below that of ABD (576 against 9,984 bytes with two videos); but it grows steadily, not at once: paced I frames send 3.84 Mb/s each, so that three of them at a time exceed half of the link long before the mean does. A jump needs video that is as smooth as its mean.',
  'C0.7':
    'The buffer of SHB is counted here as each video’s part of it. Counted whole, as the paper may have done (“the size of the entire buffer”), SHB needs 69.1, 78.7 and 88.3 kB with 22, 26 and 30 videos against 69.0, 76.5 and 90.2 kB for ABD: the claim then holds up to the step of the search, except where there is no data left to share with.',
  'C0.12': 'As C0.4: without the jump in the buffer there is none in the delay.',
  'C0.14':
    'With video alone SHB and ABD need the same: at 70 % and more hardly any frame may be lost, so that discarding has nothing to decide. With data, SHB is counted as in C0.7.',
  'C0.15':
    'Data does fare better than video, and both worse under PFB and PFB/AD. But at 90 % load ABD does not help video: a shared buffer lets video use the room that data leaves, and after one lost packet ABD refuses the frames of all videos. Under overload it is the other way (C0.16).',
  'C0.16':
    'What concerns video holds. Data fares best under PFB/AD here, not worst: what is refused of the videos leaves the link to data, and turns are counted in bytes. The paper expects longer rounds of its round robin to hurt data.',
  'C0.17':
    'It grows in a line for buffers of flows and classes. A shared buffer needs little until the I frames that come at once exceed what the link carries meanwhile, and then all of it: a bend, not a line. Where each flow has its own buffer it must hold a whole I frame in both cases.',
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

const claims: readonly Claim[] = allClaims({}).map(({ id, sentence }) => ({
  id,
  sentence,
  source: 'sections 5.2 to 5.5',
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

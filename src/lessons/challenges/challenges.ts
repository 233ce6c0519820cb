/**
 * Challenges for programs that come with the page. `tests/lessons/challenges/challenges-long.test.ts` compares their
 * rankings with runs.
 */
import type { ProgramChallenge } from './ranking.ts';

/** The runs of each challenge: times in s. */
const CHALLENGE_RUNS = { seconds: 30, warmupSeconds: 5, seeds: [1, 2, 3, 4, 5] } as const;

export const programChallenges: readonly ProgramChallenge[] = [
  {
    id: 'power',
    title: 'Power',
    text: 'Much throughput with little delay: the largest ln(throughput / p95 delay). Keep the link busy more than 90 % of the time, and lose less than 8 % of the packets.',
    preset: 'opening',
    ...CHALLENGE_RUNS,
    against: ['droptail', 'red', 'codel', 'pie', 'random-drop'],
    score: 'power',
    goals: [
      { figure: 'busyPercent', above: 90 },
      { figure: 'lossPercent', below: 8 },
    ],
  },
  {
    id: 'home',
    title: 'A home router',
    text: 'A download fills the buffer of the router while somebody plays a game. Reach the largest power. Keep the 95th percentile of the ping below 80 ms, and the link busy more than 90 % of the time.',
    preset: 'home-bufferbloat',
    ...CHALLENGE_RUNS,
    against: ['droptail', 'codel', 'fq-codel', 'pie'],
    score: 'power',
    goals: [
      { figure: 'p95RoundTripMs', class: 'ping', below: 80 },
      { figure: 'busyPercent', above: 90 },
    ],
  },
  {
    id: 'fair',
    title: 'Fair shares',
    text: 'Flows with short and long round trips share a link. Reach the largest fairness among classes. Lose less than 10 % of the packets, and keep the link busy more than 90 % of the time.',
    preset: 'rtt-unfairness',
    ...CHALLENGE_RUNS,
    against: ['droptail', 'red', 'codel', 'fq-codel', 'drr'],
    score: 'fairness',
    goals: [
      { figure: 'lossPercent', below: 10 },
      { figure: 'busyPercent', above: 90 },
    ],
  },
];

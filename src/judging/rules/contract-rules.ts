/**
 * The rules of the contract between port and policy. Every policy for packets must keep them, built in or written by a
 * student.
 */
import { keysOfRecord } from '../../shared/record-keys.ts';

export interface ContractRule {
  readonly title: string;
  /** The rule in one sentence. */
  readonly text: string;
}

/** A packet starves when this amount, kB, arrives later and is sent earlier. */
export const STARVED_KB = 500;

const rule = (title: string, text: string): ContractRule => ({ title, text });

export const contractRules = {
  runs: rule('Runs without an error', 'The program runs to the end, and no call takes too long.'),
  verdict: rule(
    'One verdict for each packet',
    'A verdict is about a packet that is in the buffer. A packet that arrives gets one verdict.',
  ),
  conserves: rule('Loses no packet', 'Each accepted packet is sent or dropped in the end.'),
  buffer: rule('Keeps to the buffer', 'The waiting packets always fit into the buffer.'),
  order: rule('Keeps the order', 'Packets of one flow are sent in the order in which they arrived.'),
  busy: rule('Keeps the link busy', 'The link is never idle while packets wait.'),
  starves: rule('Starves no packet', `No packet waits while ${STARVED_KB} kB that arrived later are sent.`),
  numbers: rule('Gives its numbers', 'Each signal and each number of a reason is a finite number.'),
  changes: rule(
    'Survives changes',
    'All rules hold at the smallest and the largest value of each parameter, and while parameters, link, buffer and flows change.',
  ),
  repeats: rule('Gives the same run again', 'The same run has the same verdicts, in steps of any size.'),
  rewinds: rule('Rewinds exactly', 'A run that goes back in time and forward again has the same verdicts.'),
} as const;

export type RuleId = keyof typeof contractRules;
export const ruleIds = keysOfRecord(contractRules);

/** The place where a rule was broken. */
export interface RuleBreak {
  /** Title of the test traffic, and the change in it; the change is empty if there was none. */
  readonly traffic: string;
  readonly change: string;
  /** Simulated time, ns. */
  readonly timeNs: number;
  /** Serial number of the packet, and the name of its class if it is known. */
  readonly packet: { readonly serial: number; readonly class: string | undefined } | undefined;
  readonly text: string;
  /** Line at which the program stopped, from 1. */
  readonly line: number | undefined;
}

/** A rule of the contract, and whether a policy keeps it. */
export interface JudgedRule {
  readonly rule: RuleId;
  /** `untested`: a break of another rule prevented the test. */
  readonly state: 'kept' | 'broken' | 'untested';
  readonly finding?: RuleBreak;
}

/** The place of a finding in one line: line of the program, packet, time, test. */
export function formatFindingContext({ timeNs, packet, traffic, change, line }: RuleBreak): string {
  const packetText =
    packet === undefined ? '' : `packet ${packet.serial}${packet.class === undefined ? '' : ` (${packet.class})`}, `;
  return `${line === undefined ? '' : `line ${line}, `}${packetText}at ${(timeNs / 1e9).toFixed(6)} s; test: ${traffic}${change === '' ? '' : `, ${change}`}`;
}

/** The rules of the contract between port and policy: what every policy for packets is held to, built in or a student's own. */

export interface Rule {
  readonly title: string;
  /** What it asks for, in one sentence. */
  readonly words: string;
}

/** A packet starves when so many kB that came later are sent before it. */
export const STARVED_KB = 500;

const rule = (title: string, words: string): Rule => ({ title, words });

export const rules = {
  runs: rule('Runs without an error', 'The program goes on to the end, and no call takes too long.'),
  verdict: rule(
    'One verdict for each packet',
    'A verdict is about a packet that is in the buffer. A packet that arrives gets one verdict.',
  ),
  conserves: rule('Loses no packet', 'Each accepted packet is sent or dropped in the end.'),
  buffer: rule('Keeps to the buffer', 'The packets that wait are never more than the buffer holds.'),
  order: rule('Keeps the order', 'Packets of one flow are sent in the order in which they arrived.'),
  busy: rule('Keeps the link busy', 'The link does not rest while packets wait.'),
  starves: rule('Starves no packet', `No packet waits while ${STARVED_KB} kB that arrived later are sent.`),
  numbers: rule('Gives its numbers', 'Each signal and each number of a reason is a number.'),
  changes: rule(
    'Survives changes',
    'All rules hold at the ends of each parameter, and while parameters, link, buffer and flows change.',
  ),
  repeats: rule('Gives the same run again', 'The same run has the same verdicts, in steps of any size.'),
  rewinds: rule('Rewinds exactly', 'A run that went back and on again has the same verdicts.'),
} as const;

export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as readonly RuleId[];

/** Where a rule was broken. */
export interface Finding {
  /** Title of the test traffic, and what was changed in it; empty where nothing was. */
  readonly traffic: string;
  readonly change: string;
  /** Simulated time, ns. */
  readonly timeNs: number;
  /** The packet: its serial number, and the name of its class where it is known. */
  readonly packet: { readonly serial: number; readonly class: string | undefined } | undefined;
  readonly words: string;
  /** Line of the program, from 1, where it stopped. */
  readonly line: number | undefined;
}

export interface Judged {
  readonly rule: RuleId;
  /** `untested`: another rule was broken first. */
  readonly state: 'kept' | 'broken' | 'untested';
  readonly finding?: Finding;
}

/** Where a rule was broken, in one line: packet, time, test. */
export function placeOf({ timeNs, packet, traffic, change, line }: Finding): string {
  const at =
    packet === undefined ? '' : `packet ${packet.serial}${packet.class === undefined ? '' : ` (${packet.class})`}, `;
  return `${line === undefined ? '' : `line ${line}, `}${at}at ${(timeNs / 1e9).toFixed(6)} s; test: ${traffic}${change === '' ? '' : `, ${change}`}`;
}

/**
 * Tests whether a policy keeps the rules of the contract. The page and the command line test a student's program, and
 * the tests test each built-in policy.
 */

import type { PacketPolicyDefinition } from '../engine/contract/policy.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import type { ParameterValues } from '../params/schema.ts';
import { ProgramRunError } from '../program/fault.ts';
import type { Complaint } from './inspector.ts';
import { ObservedRun, openObservedRun } from './observed-run.ts';
import { type JudgedRule, type RuleBreak, type RuleId, ruleIds } from './rules/contract-rules.ts';
import { extremeValues, policyEdits, scenarioEdits } from './test-edits.ts';
import { judgingTraffics, withShortDuration } from './traffics.ts';

/** Simulated time between two checks of a run, ns. */
const CHECK_INTERVAL_NS = 1e8;
/** End of a run, s. After the duration of its traffic no source sends, so the queue drains until this time. */
const END_SECONDS = 200;
const DRAIN_CHECKS = 10;
/** Simulated time between two changes, ns. */
const CHANGE_INTERVAL_NS = 5e7;
/** In the test of rewinding, the run goes back from the first time to the second, ns. */
const REWIND_FROM_NS = 2e9;
const REWIND_TO_NS = 1e9;

/** The traffics of the long tests: TCP with a buffer in packets, and all packet sizes with a buffer in bytes. */
const LONG_TEST_TRAFFICS = [judgingTraffics[0], judgingTraffics.at(-1)] as readonly Scenario[];

/** Rules that are tested only if all other rules hold. The other rules are tested on every traffic without changes. */
const RULES_TESTED_LAST: readonly RuleId[] = ['changes', 'repeats', 'rewinds'];

/**
 * Tests a policy for packets.
 * @param onProgress called with the finished share of the tests, 0 to 1
 * @returns a result for each rule that applies to the policy, in the order of `rules`
 * @throws Error that the policy throws, unless it is a `ProgramRunError`
 */
export function judgePolicy(
  policy: PacketPolicyDefinition,
  onProgress: (progress: number) => void = () => {},
): readonly JudgedRule[] {
  return new PolicyJudge(policy).judge(onProgress);
}

type RuleTest = () => void;

/** One test for each item. */
function testsWith<T>(items: readonly T[], test: (item: T) => void): RuleTest[] {
  return items.map((item) => () => test(item));
}

class PolicyJudge {
  private readonly policy: PacketPolicyDefinition;
  private readonly findings = new Map<RuleId, RuleBreak>();
  /** A fault ended a run early, so the rules are not fully tested. */
  private hasBrokenOff = false;

  constructor(policy: PacketPolicyDefinition) {
    this.policy = policy;
  }

  judge(onProgress: (progress: number) => void): readonly JudgedRule[] {
    const { findings, policy } = this;
    const first = testsWith(judgingTraffics, (traffic) => this.testPlain(traffic));
    const laterTests = [...this.testsOfChanges(), ...this.testsOfDeterminism()];
    const count = first.length + laterTests.length;
    const runTests = (tests: readonly RuleTest[], earlierTestCount: number) => {
      for (const [index, test] of tests.entries()) {
        test();
        onProgress((earlierTestCount + index + 1) / count);
      }
    };
    runTests(first, 0);
    const goesOn = findings.size === 0;
    if (goesOn) runTests(laterTests, first.length);
    return ruleIds
      .filter((rule) => rule !== 'busy' || policy.workConserving)
      .map((rule) => {
        const finding = findings.get(rule);
        if (finding !== undefined) return { rule, state: 'broken', finding };
        const isTested = RULES_TESTED_LAST.includes(rule) ? goesOn : goesOn || !this.hasBrokenOff;
        return { rule, state: isTested ? 'kept' : 'untested' };
      });
  }

  /** The traffic without changes, then no traffic until the queue is empty. */
  private testPlain(traffic: Scenario): void {
    const run = { ...traffic.run, durationSeconds: END_SECONDS };
    this.playWatched({ ...traffic, run }, {}, (observedRun) => {
      const { simulation, inspector } = observedRun;
      const endNs = scenarioSeconds(traffic) * 1e9;
      while (simulation.nowNs < endNs) observedRun.step(simulation.nowNs + CHECK_INTERVAL_NS);
      for (const { id } of simulation.description.classes) simulation.edit(`sources.${id}.flows`, 0);
      observedRun.finish(DRAIN_CHECKS);
      const waitingCount = inspector.waitingPackets.length;
      if (waitingCount > 0)
        inspector.complain(
          'conserves',
          `${waitingCount} accepted ${waitingCount === 1 ? 'packet is' : 'packets are'} never sent`,
          inspector.waitingPackets[0],
        );
    });
  }

  /** Each parameter at each of its ends, then one change after another during a run. */
  private testsOfChanges(): RuleTest[] {
    const { policy } = this;
    return LONG_TEST_TRAFFICS.flatMap((traffic) => {
      const ends = Object.entries(policy.parameters).flatMap(([id, parameter]) =>
        testsWith(extremeValues(parameter), (value) => {
          const valueText = `${parameter.label} is ${value}`;
          const play = (observedRun: ObservedRun) => observedRun.finish();
          this.playWatched(withShortDuration(traffic), { [id]: value }, play, valueText);
        }),
      );
      return [...ends, () => this.testLive(traffic)];
    });
  }

  private testLive(traffic: Scenario): void {
    const edits = [...policyEdits(this.policy, traffic), ...scenarioEdits(traffic)];
    const run = { ...traffic.run, durationSeconds: (CHANGE_INTERVAL_NS / 1e9) * (edits.length + 1) };
    let change = '';
    const formatChange = () => change;
    this.playWatched(
      { ...traffic, run },
      {},
      (observedRun) => {
        for (const [index, [path, value]] of edits.entries()) {
          observedRun.step(CHANGE_INTERVAL_NS * (index + 1));
          change = `${path} changes to ${value}`;
          const previousSerials = observedRun.inspector.listedSerials().join();
          observedRun.simulation.edit(path, value);
          if (observedRun.inspector.listedSerials().join() !== previousSerials)
            observedRun.inspector.complain('changes', 'the change moved or lost packets that waited');
          observedRun.check();
        }
        observedRun.finish(5);
      },
      formatChange,
    );
  }

  private testsOfDeterminism(): RuleTest[] {
    return [
      ...testsWith(judgingTraffics, (traffic) => this.testRepeat(traffic)),
      ...testsWith(LONG_TEST_TRAFFICS, (traffic) => this.testRewind(traffic)),
    ];
  }

  private testRepeat(traffic: Scenario): void {
    const straightDigest = this.playToDigest(traffic, (run) => run.advance(run.endNs));
    const steppedDigest = this.playToDigest(traffic, (run) => {
      for (let ns = 1; run.nowNs < run.endNs; ns = 1 + ((ns * 7_919) % 3_000_017)) run.advance(run.nowNs + ns);
    });
    if (straightDigest !== steppedDigest)
      this.addFinding('repeats', traffic, 'two runs with the same packets have different verdicts');
  }

  private testRewind(traffic: Scenario): void {
    const straightDigest = this.playToDigest(traffic, (run) => run.advance(run.endNs));
    const digestAfterRewind = this.playToDigest(traffic, (run) => {
      run.advance(REWIND_TO_NS);
      const checkpoint = run.checkpoint();
      run.advance(REWIND_FROM_NS);
      checkpoint.restore();
      run.advance(run.endNs);
    });
    if (straightDigest !== digestAfterRewind)
      this.addFinding(
        'rewinds',
        traffic,
        'the run that went back has different verdicts: a part of the state is not in ordinary fields',
      );
  }

  private playToDigest(traffic: Scenario, runTraffic: (run: Simulation) => void): string {
    const run = openObservedRun(traffic, this.policy);
    runTraffic(run);
    return run.digest();
  }

  /** Plays a run with an inspector, and stores the first finding of each rule. */
  private playWatched(
    traffic: Scenario,
    values: ParameterValues,
    play: (observedRun: ObservedRun) => void,
    change: string | (() => string) = '',
  ): void {
    const isChange = change !== '';
    const formatChange = () => (typeof change === 'string' ? change : change());
    const { sources } = resolveScenario(traffic);
    const addComplaint = ({ rule, timeNs, packet, text }: Complaint, line?: number) => {
      const reportedRule = isChange ? 'changes' : rule;
      if (this.findings.has(reportedRule)) return;
      const namedPacket =
        packet === undefined
          ? undefined
          : {
              serial: packet.serial,
              class: packet.classIndex === undefined ? undefined : sources[packet.classIndex]?.label,
            };
      this.findings.set(reportedRule, {
        traffic: traffic.title,
        change: formatChange(),
        timeNs,
        packet: namedPacket,
        text,
        line,
      });
    };
    let complaints: readonly Complaint[] = [];
    let fault: ProgramRunError | undefined;
    try {
      const observedRun = new ObservedRun(traffic, this.policy, values);
      ({ complaints } = observedRun.inspector);
      play(observedRun);
    } catch (error) {
      if (!(error instanceof ProgramRunError)) throw error;
      this.hasBrokenOff = true;
      fault = error;
    }
    for (const complaint of complaints) addComplaint(complaint);
    // A fault ends the run, so every complaint came before it.
    if (fault !== undefined) addComplaint(fault, fault.line);
  }

  private addFinding(rule: RuleId, { title }: Scenario, text: string): void {
    if (!this.findings.has(rule))
      this.findings.set(rule, { traffic: title, change: '', timeNs: 0, packet: undefined, text, line: undefined });
  }
}

const scenarioSeconds = ({ run }: Scenario) => run.durationSeconds as number;

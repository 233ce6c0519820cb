/**
 * Senders beside one another in the scenarios of today's internet, against published formulas and published
 * measurements.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ClassSummary } from '../../../src/engine/metrics/summary.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

function classesOf(preset: string, policy: string): readonly [ClassSummary, ClassSummary] {
  const scenario = findPreset(preset) as Scenario;
  const policyValues = scenario.policies[policy] ?? {};
  const simulation = openRunOfPolicy(findPolicy(policy) as PolicyDefinition, { scenario, policyValues, seed: 1 });
  simulation.advance(simulation.endNs);
  return simulation.summary().classes as unknown as readonly [ClassSummary, ClassSummary];
}

function ratioOf([one, other]: readonly [ClassSummary, ClassSummary]): number {
  return one.throughputBps / other.throughputBps;
}

describe('BBR beside CUBIC', () => {
  test('in a shallow buffer BBR takes most of the link, and its losses do not stop it', () => {
    // An effect that Hock, Bless & Zitterbart measured in 2017. The rates and round trips differ, so their numbers are
    // not compared.
    const [bbr, cubic] = classesOf('bbr-cubic-shallow', 'droptail');
    expect(bbr.throughputBps).toBeGreaterThan(5 * cubic.throughputBps);
    expect(bbr.dropRate).toBeGreaterThan(0.005);
  });

  test('in a deep buffer CUBIC fills the queue, and the share of BBR is that of its two windows in flight', () => {
    const classes = classesOf('bbr-cubic-deep', 'droptail');
    const [bbr, cubic] = classes;
    // In one queue, shares of the rate are shares of the packets in flight. BBR has two bandwidth-delay products (its
    // draft sets the gain of the window to 2); all together have 40 ms and the delay of the queue.
    const share = bbr.throughputBps / (bbr.throughputBps + cubic.throughputBps);
    expect(Math.abs(share / ((2 * 40) / (40 + bbr.meanDelayMs)) - 1)).toBeLessThan(0.2);
  });

  test('with a queue for each flow both get the same, whatever the buffer', () => {
    expect(Math.abs(ratioOf(classesOf('bbr-cubic-shallow', 'fq-codel')) - 1)).toBeLessThan(0.1);
    expect(Math.abs(ratioOf(classesOf('bbr-cubic-deep', 'fq-codel')) - 1)).toBeLessThan(0.1);
  });
});

describe('BBRv3', () => {
  test('leaves CUBIC a third of the link at least, with a buffer of one bandwidth-delay product', () => {
    // Its draft wants it to leave room (section 5.3.3.8), and promises no share.
    expect(ratioOf(classesOf('bbr3-cubic', 'droptail'))).toBeLessThan(2);
  });

  test('gets less than a third beside version 1, which does not slow down', () => {
    expect(ratioOf(classesOf('bbr3-bbr1', 'droptail'))).toBeLessThan(0.5);
  });

  test('gets nearly half with a queue for each flow', () => {
    for (const preset of ['bbr3-cubic', 'bbr3-bbr1'])
      expect(Math.abs(ratioOf(classesOf(preset, 'fq-codel')) - 1)).toBeLessThan(0.2);
  });
});

describe('short and long round trips', () => {
  test('under RED, which drops both alike, rates are as the inverse round trips', () => {
    // Mathis et al. 1997: a rate is 1.22 segments over the round trip and the square root of the loss rate.
    const classes = classesOf('rtt-unfairness', 'red');
    const [near, far] = classes;
    const inverse = (80 + far.meanDelayMs) / (20 + near.meanDelayMs);
    const losses = Math.sqrt(far.dropRate / near.dropRate);
    expect(Math.abs(ratioOf(classes) / (inverse * losses) - 1)).toBeLessThan(0.25);
    expect(ratioOf(classes)).toBeGreaterThan(2);
  });

  test('a queue for each flow removes most of the difference', () => {
    const [shared, apart] = ['droptail', 'fq-codel'].map((policy) => ratioOf(classesOf('rtt-unfairness', policy)));
    expect((apart as number) - 1).toBeLessThan(((shared as number) - 1) / 2);
  });
});

describe('L4S beside classic traffic', () => {
  test('DualPI2: rates as equations 5 and 6 of RFC 9332, appendix C.2, say; each queue keeps its own delay', () => {
    const classes = classesOf('l4s-beside-classic', 'dualpi2');
    const [prague, reno] = classes;
    // The base round trip is 20 ms, the coupling factor 2.
    const expected = (1.64 * (20 + reno.meanDelayMs)) / (2 * (20 + prague.meanDelayMs));
    expect(Math.abs(ratioOf(classes) / expected - 1)).toBeLessThan(0.25);
    expect(prague.meanDelayMs).toBeLessThan(1);
    expect(Math.abs(reno.meanDelayMs - 15)).toBeLessThan(3);
  });

  test('in one queue with equal marks Prague takes nearly all: 2/p against 1.22/sqrt(p)', () => {
    // RFC 9331, section 4.1, is why L4S packets are told apart.
    const classes = classesOf('l4s-beside-classic', 'pie');
    expect(ratioOf(classes)).toBeGreaterThan(4);
    expect(classes[0].markRate).toBeGreaterThan(0);
  });
});

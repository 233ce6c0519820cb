/** Every named control can be loaded and runs, from the start and from a checkpoint. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { sourceSchemas } from '../../../src/engine/sources/source-schemas.ts';
import type { Connection } from '../../../src/engine/transport/congestion/control.ts';
import {
  congestionOptions,
  controlSources,
  loadedCongestionControls,
} from '../../../src/engine/transport/congestion/loaded-controls.ts';
import '../../../src/engine/sources/control-registry.ts';
import { type TcpValues, tcpParameters } from '../../../src/engine/transport/tcp-parameters.ts';
import { resolveValues } from '../../../src/params/schema.ts';
import { openRun } from '../../../src/runs/open-run.ts';

test('the controls with a rate of their own say so, and the help of pacing names them', () => {
  const connection = { nowNs: 0, isApplicationLimited: false } as Connection;
  const values = resolveValues(sourceSchemas.tcp, {}, { rateBps: 1e6, delayMs: 1, bufferPackets: 10 });
  for (const { create, label, paces = false } of loadedCongestionControls()) {
    expect(create(connection, values as TcpValues, () => 0).pacingBps !== undefined, label).toBe(paces);
    expect(tcpParameters.pacing.help.includes(label), label).toBe(paces);
  }
  expect(tcpParameters.pacing.help).toMatch(
    /Congestion controls that compute their own rate, such as .* and .*, are always paced\.$/,
  );
});

test('the source of the parameter names the rules of every control', () => {
  expect(tcpParameters.congestion.source).toBe(controlSources());
  for (const { source } of loadedCongestionControls()) expect(controlSources()).toContain(source);
});

const scenario = (congestion: string): Scenario => ({
  id: 'test',
  title: 'test',
  summary: '',
  citation: '',
  link: { rateBps: 5e6, delayMs: 15 },
  access: { receiverDelayMs: 1 },
  buffer: { packets: 40 },
  run: { durationSeconds: 12 },
  sources: { tcp: { kind: 'tcp', label: 'TCP', flows: 3, accessDelayMs: [1, 5, 9], congestion } },
  policies: { red: {} },
});

test.each(congestionOptions.map(({ value }) => value))('%s: from a checkpoint the run goes on as it did', (id) => {
  const run = openRun({ scenario: scenario(id), policy: 'red', seed: 1 });
  const times = [4e9, 4.3e9, 9e9];
  const digests = times.map((timeNs, index) => {
    run.advance(timeNs);
    return { checkpoint: index === 0 ? run.checkpoint() : undefined, digest: run.digest() };
  });
  for (let again = 0; again < 2; again++) {
    digests[0]?.checkpoint?.restore();
    for (const [index, timeNs] of times.entries()) {
      run.advance(timeNs);
      expect(run.digest(), 'its state is in ordinary fields: see CongestionControl in control.ts').toBe(
        digests[index]?.digest,
      );
    }
  }
});

/** The policies, one line each. */
import type { PolicyDefinition } from '../engine/policy.ts';
import { abd, abdWeq } from './abd.ts';
import { abeDsd } from './abe-dsd.ts';
import { droptail } from './droptail.ts';
import { fcfsThreshold } from './fcfs-threshold.ts';
import { flatBe } from './flat-be.ts';
import { know } from './loaded.ts';
import { pfb, pfbWeq } from './pfb.ts';
import { pfbAd, pfbAdWeq } from './pfb-ad.ts';
import { red } from './red.ts';
import { redEcn } from './red-ecn.ts';
import { shb } from './shb.ts';

const definitions: readonly PolicyDefinition[] = [
  droptail, //
  red,
  redEcn,
  shb,
  pfb,
  pfbWeq,
  pfbAd,
  pfbAdWeq,
  abd,
  abdWeq,
  flatBe,
  abeDsd,
  fcfsThreshold,
];

know(definitions);

export const policyIds: readonly string[] = definitions.map((definition) => definition.id);

export function findPolicy(id: string): PolicyDefinition | undefined {
  return definitions.find((definition) => definition.id === id);
}

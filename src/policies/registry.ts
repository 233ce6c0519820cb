/** The policies, one line each. */
import type { PolicyDefinition } from '../engine/policy.ts';
import { abd, abdWeq } from './abd.ts';
import { abeDsd } from './abe-dsd.ts';
import { dfba } from './dfba.ts';
import { doubleEpd } from './double-epd.ts';
import { droptail } from './droptail.ts';
import { epd } from './epd.ts';
import { ered } from './ered.ts';
import { fba } from './fba.ts';
import { fcfsThreshold } from './fcfs-threshold.ts';
import { flatBe } from './flat-be.ts';
import { fred } from './fred.ts';
import { know } from './loaded.ts';
import { pfb, pfbWeq } from './pfb.ts';
import { pfbAd, pfbAdWeq } from './pfb-ad.ts';
import { ppd } from './ppd.ts';
import { red } from './red.ts';
import { redEcn } from './red-ecn.ts';
import { selectiveDrop } from './selective-drop.ts';
import { shb } from './shb.ts';
import { tailCells } from './tail-cells.ts';
import { vbs } from './vbs.ts';
import { vqDepd } from './vq-depd.ts';

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
  dfba,
  doubleEpd,
  epd,
  selectiveDrop,
  fba,
  fred,
  vqDepd,
  ered,
  ppd,
  tailCells,
  vbs,
];

know(definitions);

export const policyIds: readonly string[] = definitions.map((definition) => definition.id);

export function findPolicy(id: string): PolicyDefinition | undefined {
  return definitions.find((definition) => definition.id === id);
}

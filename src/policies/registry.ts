/**
 * The policies: an import and an entry in the list for each. This file also loads the rest of the engine, because
 * scenarios of these policies may need it.
 */
import '../engine/simulation/all-optional-parts.ts';
import './packets/mechanisms/linux/all-linux-red.ts';
// The page leaves out the lines above, because it runs nothing.
import '../engine/simulation/declared-parts.ts';
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { dfba } from './cells/dfba.ts';
import { doubleEpd } from './cells/double-epd.ts';
import { epd } from './cells/epd.ts';
import { ered } from './cells/ered.ts';
import { fba } from './cells/fba.ts';
import { fred } from './cells/fred.ts';
import { ppd } from './cells/ppd.ts';
import { selectiveDrop } from './cells/selective-drop.ts';
import { tailCells } from './cells/tail-cells.ts';
import { vbs } from './cells/vbs.ts';
import { vqDepd } from './cells/vq-depd.ts';
import { addPolicy, findPolicy, registerPolicies } from './loaded-policies.ts';
import { registerUpPolicies } from './loaded-up-policies.ts';
import { abd, abdWeq } from './packets/abd.ts';
import { abeDsd } from './packets/abe-dsd.ts';
import { bfifo } from './packets/bfifo.ts';
import { cake } from './packets/cake.ts';
import { cakeParts } from './packets/cake-parts.ts';
import { choke } from './packets/choke.ts';
import { cobalt } from './packets/cobalt.ts';
import { codel } from './packets/codel.ts';
import { droptail } from './packets/droptail.ts';
import { drr } from './packets/drr.ts';
import { dualPi2 } from './packets/dualpi2.ts';
import { fcfsThreshold } from './packets/fcfs-threshold.ts';
import { flatBe } from './packets/flat-be.ts';
import { fq } from './packets/fq.ts';
import { fqCobalt } from './packets/fq-cobalt.ts';
import { fqCodel } from './packets/fq-codel.ts';
import { fqPie } from './packets/fq-pie.ts';
import { pfb, pfbWeq } from './packets/pfb.ts';
import { pfbAd, pfbAdWeq } from './packets/pfb-ad.ts';
import { pfifo } from './packets/pfifo.ts';
import { pie } from './packets/pie.ts';
import { policer } from './packets/policer.ts';
import { randomDrop } from './packets/random-drop.ts';
import { red } from './packets/red.ts';
import { redEcn } from './packets/red-ecn.ts';
import { sfq } from './packets/sfq.ts';
import { shb } from './packets/shb.ts';
import { tbf } from './packets/tbf.ts';
import { resolvedUpPolicy, upPolicyParameter } from './up-policy.ts';

const definitions: readonly PolicyDefinition[] = [
  droptail, //
  pfifo,
  bfifo,
  red,
  redEcn,
  choke,
  randomDrop,
  policer,
  codel,
  pie,
  fqCodel,
  fqPie,
  dualPi2,
  cobalt,
  fqCobalt,
  cake,
  cakeParts,
  drr,
  sfq,
  fq,
  tbf,
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

registerPolicies(definitions);
registerUpPolicies({ resolvedPolicy: resolvedUpPolicy, parameterOf: upPolicyParameter });

const ids = definitions.map((definition) => definition.id);

export const policyIds: readonly string[] = ids;

/** Imported from here, it finds every policy. */
export { findPolicy };

/**
 * Registers one more policy, in this program only.
 * @throws Error if its id is taken
 */
export function registerPolicy(definition: PolicyDefinition): void {
  if (findPolicy(definition.id) !== undefined)
    throw new Error(`policy: ${definition.id} is taken; allowed: another id`);
  addPolicy(definition);
  ids.push(definition.id);
}

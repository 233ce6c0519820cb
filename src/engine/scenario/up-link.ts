/**
 * The other direction of the bottleneck, from the receivers to the senders of a download. A scenario without it has one
 * queue.
 */
import { SAME_POLICY } from '../../params/id.ts';
import { numberParameter } from '../../params/number-parameter.ts';
import {
  type DefaultContext,
  type ParameterSchema,
  type ParameterValue,
  type ParameterValues,
  resolveValues,
  type ValuesOf,
} from '../../params/schema.ts';

export const upLinkParameters = {
  rateBps: numberParameter('Rate up', 'bit/s', [1e3, 1e11, 1e5], {
    scale: 'log',
    default: { rule: 'the rate down', compute: (context: DefaultContext) => context.rateBps },
    primary: true,
    help: 'Rate of the bottleneck link in the direction up, where uploads and the ACKs of downloads wait.',
  }),
  delayMs: numberParameter('Propagation up', 'ms', [0, 10_000, 1], {
    default: { rule: 'the propagation down', compute: (context: DefaultContext) => context.delayMs },
    help: 'Propagation delay of the bottleneck link in the direction up. A change applies to packets that are sent later.',
  }),
  policy: {
    kind: 'text',
    label: 'Policy up',
    pattern: '[a-z][a-z0-9-]{0,40}',
    allowed: `${SAME_POLICY}, or the id of a policy for packets`,
    default: SAME_POLICY,
    live: false,
    help: 'The policy of the queue up. With “same” it is that of the lane, with the same values; values that depend on the buffer or the rate are computed for this direction.',
  },
} as const satisfies ParameterSchema;

/** The values of this direction that a scenario sets. */
export interface UpLink {
  readonly link: ParameterValues;
  /** At most one of `packets` and `bytes`. */
  readonly buffer: ParameterValues;
  /** Values of its policy that differ from those of the lane, by id of the policy. */
  readonly policies: Readonly<Record<string, ParameterValues>>;
}

export const EMPTY_UP_LINK: UpLink = { link: {}, buffer: {}, policies: {} };

export const UP_BUFFER_UNITS = ['packets', 'bytes'] as const;
/** The unit of the limit of the buffer up. */
export type UpBufferUnit = (typeof UP_BUFFER_UNITS)[number];

/** This direction with every default filled in. */
export interface ResolvedUpLink {
  readonly link: ValuesOf<typeof upLinkParameters>;
  /** The limit is in the unit. */
  readonly buffer: { readonly unit: UpBufferUnit; readonly limit: number };
}

/** The direction down, from which the defaults of this direction come. */
export interface DownDefaults {
  readonly context: Omit<DefaultContext, 'values'>;
  /** Its buffer, with the limit in its unit, which may be one that this direction does not have. */
  readonly buffer: { readonly unit: string; readonly limit: number };
}

/** The unit of its buffer: as given, otherwise that of the buffer down. */
export function upBufferUnit({ buffer }: UpLink, downUnit: string): UpBufferUnit {
  if (Object.hasOwn(buffer, 'packets')) return 'packets';
  return Object.hasOwn(buffer, 'bytes') || downUnit === 'bytes' ? 'bytes' : 'packets';
}

function resolveUpLink(up: UpLink, { context, buffer }: DownDefaults): ResolvedUpLink {
  const unit = upBufferUnit(up, buffer.unit);
  const sameLimit =
    buffer.unit === unit ? buffer.limit : Math.round(context.bufferPackets * (unit === 'bytes' ? 1000 : 1));
  const limit = (up.buffer[unit] as number | undefined) ?? sameLimit;
  return { link: resolveValues(upLinkParameters, up.link, context), buffer: { unit, limit } };
}

/** The context in which the defaults of its policy are derived. */
export function upContext({ link, buffer }: ResolvedUpLink): Omit<DefaultContext, 'values'> {
  const { rateBps, delayMs } = link;
  return { rateBps, delayMs, bufferPackets: buffer.unit === 'packets' ? buffer.limit : buffer.limit / 1000 };
}

/** This direction with one value set, as a path of group `up` names it. A buffer has one unit. */
export function withUpValue(up: UpLink, owner: string, id: string, value: ParameterValue): UpLink {
  if (owner === '') return { ...up, link: { ...up.link, [id]: value } };
  if (owner === 'buffer') return { ...up, buffer: { [id]: value } };
  return { ...up, policies: { ...up.policies, [owner]: { ...up.policies[owner], [id]: value } } };
}

/** For the scenario, which does without this direction until it is loaded. */
export const upLinkPart = {
  empty: EMPTY_UP_LINK,
  parameters: upLinkParameters,
  bufferUnit: upBufferUnit,
  resolve: resolveUpLink,
  withValue: withUpValue,
} as const;
export type UpLinkPart = typeof upLinkPart;

/**
 * The versions of a program: one text contains all of them, the oldest first, separated by form feeds. So links, files
 * and tasks need only one text. There is also one definition for all versions. Its parameter `program` selects the
 * version, and a change of this parameter during the run is a take-over (program-policy.ts).
 */
import type { PacketPolicyDefinition, Reason } from '../engine/contract/policy.ts';
import type { ParameterSchema } from '../params/schema.ts';
import { presentFields } from '../shared/present-fields.ts';
import { required } from '../shared/required.ts';
import { type Declaration, declaredReasons, definitionOfDeclaration, VERSION_PARAMETER } from './declaration.ts';
import { lineOfPattern, ProgramError, quotePattern } from './program-error.ts';

const VERSION_SEPARATOR = '\f';

/** The sources of the versions; one source if the text has no form feed. */
export function splitVersions(text: string): readonly string[] {
  return text.split(VERSION_SEPARATOR);
}

/** Sources of versions as one text. */
export function joinVersions(versions: readonly string[]): string {
  return versions.join(VERSION_SEPARATOR);
}

/** A source as the text of one version. Form feeds become spaces, which have the same meaning in JavaScript. */
export function asVersion(source: string): string {
  return source.replaceAll(VERSION_SEPARATOR, ' ');
}

/** A text with one more version, and the number of this version, from 1. An existing version is not added again. */
export function withVersion(text: string, source: string): { readonly text: string; readonly version: number } {
  const versions = splitVersions(text);
  const version = asVersion(source);
  const index = versions.indexOf(version);
  if (index >= 0) return { text, version: index + 1 };
  return { text: joinVersions([...versions, version]), version: versions.length + 1 };
}

/** Index of the version in the values of a policy. */
export function indexOfVersion(values: Readonly<Record<string, unknown>>): number {
  return Number(values[VERSION_PARAMETER] ?? 1) - 1;
}

/**
 * All reasons of all versions; and for each version the indices of its own reasons among them, as in `declaredReasons`.
 */
export function reasonsOfAll(declarations: readonly Declaration[]): {
  readonly reasons: readonly Reason[];
  readonly indices: readonly (readonly number[][])[];
} {
  const allReasons: Reason[] = [];
  const indexOfReason = (reason: Reason) => {
    const matches = ({ id, verdict, template }: Reason) =>
      id === reason.id && verdict === reason.verdict && template === reason.template;
    const index = allReasons.findIndex(matches);
    return index >= 0 ? index : allReasons.push(reason) - 1;
  };
  const indices = declarations.map((declaration) => {
    const { reasons, indices: lists } = declaredReasons(declaration);
    const newIndices = reasons.map(indexOfReason);
    return lists.map((list) => list.map((index) => newIndices[index]));
  });
  return { reasons: allReasons, indices };
}

/** Ids of the signals of all versions, in the order of the definition. */
export function signalsOfAll(declarations: readonly Declaration[]) {
  const signals = new Map(
    declarations.flatMap((declaration) => declaration.signals.map((signal) => [signal.id, signal])),
  );
  return [...signals.values()];
}

/**
 * The definition of all versions of a program. Name and sentence are those of the newest.
 * @param sources for the lines of messages
 * @param create runs it
 * @throws ProgramError if a declaration differs from that of an earlier version, because this would change the run
 * before
 */
export function definitionOfVersions(
  declarations: readonly Declaration[],
  sources: readonly string[],
  create: PacketPolicyDefinition['create'],
): PacketPolicyDefinition {
  const definitions = declarations.map((declaration) => definitionOfDeclaration(declaration, create));
  const newestDefinition = required(definitions.at(-1));
  if (declarations.length === 1) return newestDefinition;
  refuseContradictions(declarations, sources);
  // The start of the first version must not change. The page sets values of later ones (set-program.ts).
  const parametersOf = declarations.find(({ parameters }) => Object.keys(parameters).length > 0)?.valuesOf;
  const parameters: ParameterSchema = Object.assign({}, ...definitions.map((definition) => definition.parameters));
  const distinctItems = <T>(items: readonly T[], key: (item: T) => string) => [
    ...new Map(items.map((item) => [key(item), item])).values(),
  ];
  const { parametersOf: _, ...newestParts } = newestDefinition;
  return {
    ...newestParts,
    ...presentFields({ parametersOf }),
    parameters: { [VERSION_PARAMETER]: versionParameter(declarations), ...parameters },
    constraints: distinctItems(
      definitions.flatMap((definition) => definition.constraints),
      ({ lower, upper }) => `${lower} ${upper}`,
    ),
    reasons: reasonsOfAll(declarations).reasons,
    quantities: Object.assign({}, ...definitions.map((definition) => definition.quantities)),
    hints: {
      ...newestDefinition.hints,
      thresholds: distinctItems(
        definitions.flatMap((definition) => definition.hints.thresholds),
        ({ parameter }) => parameter,
      ),
      signals: signalsOfAll(declarations),
    },
  };
}

function versionParameter(declarations: readonly Declaration[]): ParameterSchema[string] {
  return {
    kind: 'choice',
    label: 'Version of the program',
    help: 'The version that runs. During the run, another version takes over the waiting packets.',
    primary: true,
    options: declarations.map(({ name }, index) => ({ value: String(index + 1), label: `${index + 1}: ${name}` })),
    default: '1',
  };
}

function refuseContradictions(declarations: readonly Declaration[], sources: readonly string[]): void {
  const textsByPlace = new Map<string, string>();
  for (const [index, { parameters, signals }] of declarations.entries()) {
    const declaredItems = [
      ...Object.entries(parameters).map(([id, parameter]) => ({
        id,
        what: `the parameter '${id}'`,
        text: JSON.stringify(parameter),
      })),
      ...signals.map((signal) => ({ id: signal.id, what: `the signal '${signal.id}'`, text: JSON.stringify(signal) })),
    ];
    for (const { id, what, text } of declaredItems) {
      const earlierText = textsByPlace.get(what);
      if (earlierText !== undefined && earlierText !== text)
        throw new ProgramError(
          `policy(): ${what} is declared in another way than before, so this version cannot take over during the run. Run it from the start.`,
          lineOfPattern(sources[index] ?? '', `${quotePattern(id)}['"]?\\s*:`),
        );
      textsByPlace.set(what, text);
    }
  }
}

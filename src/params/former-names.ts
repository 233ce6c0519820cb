/**
 * Names of earlier versions that links, files and command lines may still have. Readers turn them into the current
 * names, which alone are written.
 */
import { parsePath, pathText } from './path.ts';

/** Former id of a parameter of a source, to its current id. */
const ids: Readonly<Record<string, string>> = {
  variant: 'lossRecovery',
  windowPackets: 'receiverWindowSegments',
};

/** Former option of a choice, to its current one, by the id of the parameter. */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  congestion: { newreno: 'reno' },
};

const replaced = (names: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(names, name) ? names[name] : name;

/** A setting with the current path and the current value. It may be any text, and any value. */
export function currentSetting<T>(path: string, value: T): readonly [path: string, value: T | string] {
  const at = parsePath(path);
  if (at?.group !== 'sources') return [path, value];
  const id = replaced(ids, at.id);
  const isChoice = typeof value === 'string' && Object.hasOwn(options, id);
  return [pathText({ ...at, id }), isChoice ? replaced(options[id], value) : value];
}

/** The path with the current name of its value. */
export const currentPath = (path: string): string => currentSetting(path, undefined)[0];

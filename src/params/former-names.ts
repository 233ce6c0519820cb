/**
 * Names of earlier versions that links, files and command lines may still have. They are read like the current names,
 * and never written.
 */

/** Former id of a parameter of a source, to its current id. */
const parameters: Readonly<Record<string, string>> = {
  variant: 'lossRecovery',
  windowPackets: 'receiverWindowSegments',
};

/** Former option of a choice, to its current one, by the id of the parameter. */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  congestion: { newreno: 'reno' },
};

/** The current id of a parameter of a source. */
export function currentId(id: string): string {
  return Object.hasOwn(parameters, id) ? parameters[id] : id;
}

/** The current form of an option of the choice `id`. */
export function currentOption(id: string, option: unknown): unknown {
  const former = Object.hasOwn(options, id) ? options[id] : {};
  return typeof option === 'string' && Object.hasOwn(former, option) ? former[option] : option;
}

/** The names of the classes that an element has now: `classes('page', isOpen && 'open')`. */
export function joinClassNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

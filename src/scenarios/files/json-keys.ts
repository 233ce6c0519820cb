/** Finds keys that an object of a JSON text has more than once. JSON parsers use the last one without a message. */

/**
 * @param text valid JSON.
 * @returns the paths of such keys, e.g. `link.rateBps`, each once, in order
 */
export function repeatedKeys(text: string): string[] {
  const repeatedPaths = new Set<string>();
  // One entry for each open object or list: the keys so far, and the present key or place.
  const openObjects: { readonly keys: Set<string> | undefined; key: string }[] = [];
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
  let last = '';
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [word] = token;
    const openObject = openObjects.at(-1);
    if (word === '{' || word === '[') openObjects.push({ keys: word === '{' ? new Set() : undefined, key: '0' });
    else if (word === '}' || word === ']') openObjects.pop();
    else if (word === ',' && openObject !== undefined && openObject.keys === undefined)
      openObject.key = String(Number(openObject.key) + 1);
    else if (word === ':' && openObject?.keys !== undefined) {
      openObject.key = String(JSON.parse(last));
      if (openObject.keys.has(openObject.key)) repeatedPaths.add(openObjects.map(({ key }) => key).join('.'));
      openObject.keys.add(openObject.key);
    }
    last = word;
  }
  return [...repeatedPaths];
}

/** The item of a key in a map, which is made and stored if there is none. */
export function keyedItem<Key, Item>(items: Map<Key, Item>, key: Key, create: () => Item): Item {
  let item = items.get(key);
  if (item === undefined) {
    item = create();
    items.set(key, item);
  }
  return item;
}

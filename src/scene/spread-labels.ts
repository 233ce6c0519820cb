/**
 * Moves labels apart as little as necessary, so that none covers another. All stay between top and bottom.
 * @returns them from the lowest to the highest
 */
export function spreadLabels<T extends { y: number }>(
  items: readonly T[],
  top: number,
  bottom: number,
  height: number,
): T[] {
  const sortedItems = [...items].sort((a, b) => a.y - b.y);
  let last = top - height;
  for (const item of sortedItems) {
    item.y = Math.max(item.y, last + height);
    last = item.y;
  }
  let next = bottom + height;
  for (const item of sortedItems.reverse()) {
    item.y = Math.min(item.y, next - height);
    next = item.y;
  }
  return sortedItems;
}

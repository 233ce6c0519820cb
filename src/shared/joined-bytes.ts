/**
 * One array of all pieces, in their order.
 * @param length the sum of their lengths, bytes
 */
export function joinedBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

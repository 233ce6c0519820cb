/**
 * Texts in a PNG, which viewers and programs can read: the content of the picture, and the link to its run.
 * Source: PNG (third edition), sections 5.3 (chunks), 11.3.3.4 (iTXt) and Annex D (CRC).
 */

/** Every browser and Node have it, but the type library here does not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Bytes of the signature and of the first chunk, IHDR. Texts may follow it. */
const HEAD_BYTES = 8 + 25;

/** The PNG with a chunk of UTF-8 text for each keyword. */
export function addPngTexts(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  const pieces = [png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)];
  const joinedBytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joinedBytes.set(piece, offset);
    offset += piece.length;
  }
  return joinedBytes;
}

/** iTXt: keyword, not compressed, without a language. */
function textChunk(keyword: string, text: string): Uint8Array {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(content.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length - 4);
  chunk.set(content, 4);
  view.setUint32(content.length + 4, crc(content));
  return chunk;
}

/** CRC-32 with the polynomial of PNG, bit by bit: texts are short. */
function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** Compression of texts with limits on both lengths: deflate, and base64url in links. */
import { strFromU8, strToU8, Unzlib, zlibSync } from 'fflate';
import { MAX_INFLATED_CHARACTERS } from './long-url.ts';

/**
 * Inflated data is at most 1,032 times as long as its input, so a piece of this size exceeds the limit only a little.
 */
const PIECE_BYTES = 1_024;

/** A text as base64url of its deflated UTF-8, for links. */
export function compressText(text: string): string {
  return base64url(deflateText(text));
}

/**
 * Restores the text.
 * @throws Error if the code is not from `compressText`, or its UTF-8 has more bytes than `MAX_INFLATED_CHARACTERS`
 */
export function decompressText(code: string): string {
  return inflateText(fromBase64url(code));
}

/** A text as deflated UTF-8 in zlib's format. */
export function deflateText(text: string): Uint8Array {
  return zlibSync(strToU8(text), { level: 9 });
}

/**
 * Restores the text.
 * @throws Error if the data is not from `deflateText`, or its UTF-8 has more bytes than `MAX_INFLATED_CHARACTERS`
 */
export function inflateText(data: Uint8Array): string {
  const text = inflateBytes(data);
  const check = data.subarray(-4).reduce((sum, byte) => sum * 256 + byte, 0);
  if (adler32(text) !== check) throw new Error('damaged');
  return strFromU8(text);
}

/** Inflates piece by piece, so that a small input cannot grow without bound. */
function inflateBytes(data: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isDone = false;
  const stream = new Unzlib((chunk, isFinal) => {
    size += chunk.length;
    if (size > MAX_INFLATED_CHARACTERS) throw new Error('too long');
    chunks.push(chunk);
    isDone = isFinal;
  });
  for (let index = 0; index < data.length; index += PIECE_BYTES)
    stream.push(data.subarray(index, index + PIECE_BYTES), index + PIECE_BYTES >= data.length);
  if (!isDone) throw new Error('cut off');
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** The checksum at the end of zlib's format (RFC 1950), which fflate's stream does not compare. */
function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function base64url(bytes: Uint8Array): string {
  let binaryText = '';
  for (let index = 0; index < bytes.length; index += 4096)
    binaryText += String.fromCharCode(...bytes.subarray(index, index + 4096));
  return btoa(binaryText).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
}

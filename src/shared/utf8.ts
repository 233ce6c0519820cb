/** The text of a file's bytes, or the name of its encoding if this is not UTF-8. */

/** Every browser and Node have it, but the type library of the engine does not. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array, options: { readonly stream: boolean }): string };

/** The reason why bytes cannot be read as text. */
export class NotUtf8Error extends Error {
  constructor(bytes: Uint8Array) {
    super(`its text is ${isUtf16(bytes) ? 'UTF-16' : 'not UTF-8'}; save it as UTF-8`);
  }
}

/** By its byte order mark, FF FE or FE FF: neither byte occurs in UTF-8. */
export const isUtf16 = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/**
 * @param isCut the bytes are the beginning of a file: a character may be cut at their end.
 * @throws NotUtf8Error
 */
export function decodeUtf8(bytes: Uint8Array, isCut = false): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    throw new NotUtf8Error(bytes);
  }
}

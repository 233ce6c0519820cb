/** Whether phones in a room can open a link from a QR code on a projector, and what helps otherwise. */

/**
 * Bytes of a code of version 20 with error correction M (ISO/IEC 18004, table 7): 97 modules wide. On a projector of
 * 768 lines, where it is half as high as the picture, a module has four pixels. Denser codes are not read from the last row.
 */
export const MAX_QR_BYTES = 666;

/** The bytes of a text in a QR code. */
const byteCount = (text: string) => new TextEncoder().encode(text).length;

export const fitsQrCode = (url: string) => byteCount(url) <= MAX_QR_BYTES;

/** Says why a link has no code, and what helps; undefined if it fits. */
export function longLinkProblem(url: string, advice: string): string | undefined {
  return fitsQrCode(url)
    ? undefined
    : `This link has ${byteCount(url)} characters. A QR code that phones can read from a projector has at most ${MAX_QR_BYTES}. ${advice}`;
}

/** Says why no phone can open the address of the page, and what helps; undefined if nothing is known against it. */
export function addressProblem({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): string | undefined {
  if (protocol === 'file:')
    return 'This page was opened from a file of this computer, so phones cannot open its address. Put the page on a web server, or start it with “HOST=0.0.0.0 npm start”.';
  if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname))
    return `“${hostname}” is the name of this computer only, so phones cannot open this link. Start the page with “HOST=0.0.0.0 npm start”, and open it here by the network address that it prints.`;
  return undefined;
}

/**
 * The QR code of a link, the link as text, and what is against it. The library of the code is loaded with this file.
 */
import encodeQR from 'qr';
import { useMemo } from 'react';
import './qr-link.css';

interface QrLinkProps {
  readonly url: string;
  /** A link that is shown in place of one that is too long; undefined: then there is no code. */
  readonly shortUrl?: string;
  /** The advice for a link that is too long. */
  readonly advice: string;
}

export function QrLink({ url, shortUrl, advice }: QrLinkProps) {
  const shownUrl = fitsQrCode(url) ? url : shortUrl;
  const problems = [longLinkProblem(url, advice), addressProblem(location)].filter((text) => text !== undefined);
  return (
    <div className="qr-link stack">
      {shownUrl !== undefined && <QrCode url={shownUrl} />}
      <input
        type="text"
        className="qr-link-text"
        aria-label="Link of the code"
        readOnly
        value={shownUrl ?? url}
        onFocus={({ target }) => target.select()}
      />
      {problems.map((text) => (
        <p key={text} className="notice">
          {text}
        </p>
      ))}
    </div>
  );
}

/**
 * Bytes of a code of version 20 with error correction M (ISO/IEC 18004, table 7): 97 modules wide. On a projector of
 * 768 lines, where it is half as high as the picture, a module has four pixels. Denser codes are not read from the last
 * row.
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

/** Modules of the quiet zone (ISO/IEC 18004, section 5.3.8). */
const QUIET_MODULES = 4;

function QrCode({ url }: { readonly url: string }) {
  const { side, outline } = useMemo(() => qrOutline(url), [url]);
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`QR code of the link ${url}`}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={outline} fill="#000" />
    </svg>
  );
}

/** The width of the code with its quiet zone, modules, and the outline of its dark modules, row by row. */
export function qrOutline(text: string): { readonly side: number; readonly outline: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  const runs = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}H${end < 0 ? row.length : end}V${y + 1}H${x}Z`;
    }),
  );
  return { side: rows.length, outline: runs.join('') };
}

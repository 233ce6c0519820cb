/** A QR code as a drawing. It is black on white in every theme, because some phones read no other code. */
import encodeQR from 'qr';
import { useMemo } from 'react';
import './qr-code.css';

/** Modules of the quiet zone (ISO/IEC 18004, section 5.3.8). */
const QUIET_MODULES = 4;

export function QrCode({ url }: { readonly url: string }) {
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

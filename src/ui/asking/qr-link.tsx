/** The QR code of a link, the link as text, and what is against it. The library of the code is loaded with this file. */
import { addressProblem, fitsQrCode, longLinkProblem } from './link-problem.ts';
import { QrCode } from './qr-code.tsx';
import './qr-link.css';

interface QrLinkProps {
  readonly url: string;
  /** A link that is shown in place of one that is too long; undefined: then there is no code. */
  readonly shortUrl?: string;
  /** What helps if the link is too long. */
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

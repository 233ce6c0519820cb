/** A paper's figures as files: tables as comma-separated values, pictures as SVG. */
import type { JudgedPaper } from '../papers/judge.ts';
import { download } from './download.ts';

const COLUMNS = [
  ...['table', 'row', 'column', 'printed', 'interval', 'measured', 'ci95', 'n', 'difference'],
  ...['tolerance', 'verdict', 'suspect', 'cause'],
] as const;

/** A text with commas, quotes or line breaks stands in quotes. */
function quoted(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every published figure, then every claim. */
export function csvOfPaper({ id, cells, claims }: JudgedPaper): string {
  const figures = cells.map((cell) => [id, ...COLUMNS.map((name) => cell[name as keyof typeof cell])]);
  const sentences = claims.map((claim) => [
    ...[id, 'claims', claim.id, claim.sentence, '', '', '', '', '', '', ''],
    ...[claim.verdict, '', [claim.evidence, claim.cause].filter(Boolean).join(' – ')],
  ]);
  const lines = [['paper', ...COLUMNS], ...figures, ...sentences];
  return `${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`;
}

/** For a picture outside the page, on paper. */
const PICTURE_STYLE =
  'svg{background:#fff;color:#111;font:13px system-ui,sans-serif}.grid{stroke:#ddd}.muted{fill:#555}text:not(.muted){fill:currentColor}';

/** Saves a picture of the page as a file of its own. */
export function savePicture(name: string, title: string, svg: SVGSVGElement): void {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = PICTURE_STYLE;
  const heading = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  heading.textContent = title;
  copy.prepend(heading, style);
  download(`${name}.svg`, 'image/svg+xml', `${new XMLSerializer().serializeToString(copy)}\n`);
}

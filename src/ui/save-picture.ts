/** Saves a picture of the page as a file of its own. */
import { download } from './download.ts';

/** Pixels of a PNG for one of the picture. */
const SHARPNESS = 2;

interface Standalone {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** With a title, and without links: they lead into the page. */
function standalone(svg: SVGSVGElement, css: string, words = svg.getAttribute('aria-label')): Standalone {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = css;
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  title.textContent = words;
  copy.prepend(title, style);
  return { text: `${new XMLSerializer().serializeToString(copy)}\n`, width, height };
}

/** The colours that it has on the page now. */
function themeStyle(): string {
  const page = getComputedStyle(document.documentElement);
  const read = (name: string) => page.getPropertyValue(name).trim();
  return `svg{background:${read('--surface')};color:${read('--text')};font:13px system-ui,sans-serif}.grid{stroke:${read('--grid')}}.muted{fill:${read('--muted')}}text:not(.muted){fill:currentColor}`;
}

/**
 * @param css its colours, where they are not those of the page
 * @param title its title, where that is not its label
 */
export function saveSvg(svg: SVGSVGElement, name: string, css = themeStyle(), title?: string): void {
  download(`${name}.svg`, 'image/svg+xml', standalone(svg, css, title).text);
}

export function savePng(svg: SVGSVGElement, name: string): void {
  const { text, width, height } = standalone(svg, themeStyle());
  const picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = SHARPNESS * width;
    canvas.height = SHARPNESS * height;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob !== null && download(`${name}.png`, 'image/png', blob));
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

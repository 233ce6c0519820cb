/** Saves a picture of the page as a file of its own: with the colours that it has here, on their ground. */
import { download } from './download.ts';

/** Pixels of a PNG for one of the picture. */
const SHARPNESS = 2;

function standalone(svg: SVGSVGElement): { readonly text: string; readonly width: number; readonly height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  const page = getComputedStyle(document.documentElement);
  const read = (name: string) => page.getPropertyValue(name).trim();
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = `svg{background:${read('--surface')};color:${read('--text')};font:13px system-ui,sans-serif}.grid{stroke:${read('--grid')}}.muted{fill:${read('--muted')}}text:not(.muted){fill:currentColor}`;
  copy.prepend(style);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveSvg(svg: SVGSVGElement, name: string): void {
  download(`${name}.svg`, 'image/svg+xml', standalone(svg).text);
}

export function savePng(svg: SVGSVGElement, name: string): void {
  const { text, width, height } = standalone(svg);
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

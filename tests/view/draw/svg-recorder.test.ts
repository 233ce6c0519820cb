import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SvgRecorder } from '../../../src/view/draw/svg-recorder.ts';

/** Every letter is 6 px wide. */
const recorder = () => new SvgRecorder((text) => 6 * text.length);

test('it has all methods that the views use', () => {
  const known = recorder();
  const views = readdirSync('src/view', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('svg-recorder.ts'),
  );
  const asked = new Set(
    views.flatMap((file) =>
      [...readFileSync(`src/view/${file}`, 'utf8').matchAll(/(?<!-)\bcontext\.([A-Za-z]+)/g)].map(
        ([, name]) => name as string,
      ),
    ),
  );
  expect(asked.size).toBeGreaterThan(20);
  // Only a mirrored drawing has it.
  asked.delete('unmirrored');
  expect([...asked].filter((name) => !(name in known))).toEqual([]);
});

test('lines, areas and texts keep their places and looks', () => {
  const context = recorder();
  context.strokeStyle = '#0072B2';
  context.lineWidth = 1.6;
  context.setLineDash([6, 3]);
  context.beginPath();
  context.moveTo(1, 2);
  context.lineTo(3.0049, 4);
  context.stroke();
  context.fillStyle = 'red';
  context.fillRect(1, 2, 3, 4);
  context.font = '600 12px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText('a < b', 10, 20);
  expect(context.markup).toBe(
    '<path d="M1,2L3,4" fill="none" stroke="#0072B2" stroke-width="1.6" stroke-dasharray="6 3"/>' +
      '<path d="M1,2h3v4h-3Z" fill="red"/>' +
      '<text x="10" y="24.2" font-size="12" font-family="system-ui, sans-serif" font-weight="600" text-anchor="end" fill="red">a &lt; b</text>',
  );
});

test('saved state is restored, with clips and transforms', () => {
  const context = recorder();
  context.save();
  context.beginPath();
  context.rect(0, 0, 5, 5);
  context.clip();
  context.translate(10, 0);
  context.rotate(-Math.PI / 2);
  context.fillRect(0, 0, 1, 1);
  context.restore();
  context.fillRect(0, 0, 1, 1);
  expect(context.markup).toBe(
    '<clipPath id="clip1"><path d="M0,0h5v5h-5Z"/></clipPath>' +
      '<g clip-path="url(#clip1)"><path d="M0,0h1v1h-1Z" fill="#000" transform="translate(10,0)rotate(-90)"/></g>' +
      '<path d="M0,0h1v1h-1Z" fill="#000"/>',
  );
});

test('a text with too little room is squeezed into it, as on a canvas', () => {
  const context = recorder();
  context.fillText('abcdef', 0, 0, 30);
  context.fillText('abc', 0, 0, 30);
  expect(context.markup.match(/textLength="30"/g)).toHaveLength(1);
});

test('a full circle is two arcs; a partial circle has the requested angle', () => {
  const circle = recorder();
  circle.beginPath();
  circle.arc(5, 5, 2, 0, 2 * Math.PI);
  circle.fill();
  expect(circle.markup).toContain('d="M7,5A2,2 0 1 1 3,5A2,2 0 1 1 7,5"');
  const quarter = recorder();
  quarter.beginPath();
  quarter.arc(0, 0, 2, 0, Math.PI / 2);
  quarter.stroke();
  expect(quarter.markup).toContain('d="M2,0A2,2 0 0 1 0,2"');
});

test('shapes without coordinates are not drawn', () => {
  const context = recorder();
  context.fillRect(Number.NaN, 0, 1, 1);
  context.fillText('lost', Number.NaN, 0);
  expect(context.markup).toBe('');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, headers, headersFile, nginxSnippet } from '../../scripts/headers.ts';

test('the snippet for nginx has the same headers', () => {
  expect(readFileSync(new URL('../../docs/nginx.conf', import.meta.url), 'utf8')).toBe(nginxSnippet());
});

test('servers say all that the page says, that workers may compile WebAssembly, and who may embed the page', () => {
  const said = headers['Content-Security-Policy']?.replace(" 'wasm-unsafe-eval'", '');
  expect(said).toBe(`${contentSecurityPolicy}; frame-ancestors *`);
  expect(contentSecurityPolicy).not.toContain('wasm');
  for (const [name, value] of Object.entries(headers)) {
    expect(headersFile()).toContain(`${name}: ${value}\n`);
    expect(nginxSnippet().split(`add_header ${name} "${value}" always;`)).toHaveLength(3);
  }
});

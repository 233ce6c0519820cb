// A static server for dist/, for `npm start` and the browser tests. Any static host does as well.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The file that a request asks for, or undefined when there is none below `folder`. */
async function locate(folder, prefix, address) {
  let path;
  try {
    path = decodeURIComponent(address.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
  if (!path.startsWith(prefix) || path.includes('\0')) return undefined;
  let file = normalize(join(folder, path.slice(prefix.length)));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  let found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) {
    file = join(file, 'index.html');
    found = await stat(file).catch(() => undefined);
  }
  return found?.isFile() ? { file, size: found.size } : undefined;
}

async function answer({ folder, prefix, refuses, headers }, request, response) {
  if (refuses(request.url ?? '/')) return response.destroy();
  if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end();
  const found = await locate(folder, prefix, request.url ?? '/');
  if (!found) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
  response.writeHead(200, {
    'Content-Type': types[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': found.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(found.file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * Serves a folder below `prefix` on the first free port from `port` on.
 * @param {{ folder?: string, port?: number, prefix?: string, attempts?: number,
 *   refuses?: (path: string) => boolean, headers?: Record<string, string> }} options
 *   `refuses`: for tests: which requests get no answer, as if the network were down; `headers`: more of them, for every answer
 * @returns {Promise<string>} the address
 */
export function serve({
  folder = join(root, 'dist'),
  port = 4173,
  prefix = '/',
  attempts = 50,
  refuses = () => false,
  headers = {},
} = {}) {
  const host = process.env.HOST ?? '127.0.0.1';
  const server = createServer((request, response) => {
    answer({ folder, prefix, refuses, headers }, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (!taken || --attempts <= 0) reject(error);
      else server.listen(++port, host);
    });
    server.on('listening', () => resolve(`http://${host === '127.0.0.1' ? 'localhost' : host}:${port}${prefix}`));
    server.listen(port, host);
  });
}

// node scripts/serve.mjs [PORT] [PREFIX]: exactly that port, or fail.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [port = '4173', prefix = '/'] = process.argv.slice(2);
  console.log(await serve({ port: Number(port), prefix, attempts: 1 }));
}

// Serves dist/ with Vite's preview, for `npm start` and the browser tests. Any static host works too.
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

/** Port of the page without a choice. */
export const DEFAULT_PORT = 4173;

const isLoopback = (address = '') => /^(::1$|(::ffff:)?127\.)/.test(address);

/**
 * Serves the build below `prefix` on `port`, or on the next free port unless `strict`.
 * @param {{ root?: string, port?: number, prefix?: string, strict?: boolean,
 *   refuses?: (path: string) => boolean, headers?: Record<string, string> }} options
 *   `refuses`: for tests, requests without an answer, as without a network; `headers`: more headers of every answer
 * @returns {Promise<{ local: string[], network: string[] }>} its addresses: for this computer, and for others
 */
export async function startServer({
  root: folder = root,
  port = DEFAULT_PORT,
  prefix = '/',
  strict = false,
  refuses = () => false,
  headers = {},
} = {}) {
  const refusal = (request, response, next) => {
    // On the way to this computer itself, compressing would take longer than sending.
    if (isLoopback(request.socket.remoteAddress)) delete request.headers['accept-encoding'];
    if (refuses(request.url ?? '/')) response.destroy();
    else next();
  };
  // Imported here, because it needs the installed packages.
  const { preview } = await import('vite');
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    base: prefix,
    // A path without a file gets 404, not the page.
    appType: 'mpa',
    preview: {
      port,
      strictPort: strict,
      host: process.env.HOST ?? '127.0.0.1',
      allowedHosts: true,
      headers: { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...headers },
    },
    plugins: [{ name: 'refusals', configurePreviewServer: ({ middlewares }) => void middlewares.use(refusal) }],
  });
  return server.resolvedUrls;
}

/**
 * Serves the build, with the options of `startServer`.
 * @returns {Promise<string>} the address
 */
export async function serve(options) {
  const { local, network } = await startServer(options);
  return [...local, ...network][0];
}

// node scripts/serve.mjs [PORT] [PREFIX]: exactly that port, or fail.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [port = String(DEFAULT_PORT), prefix = '/'] = process.argv.slice(2);
  console.log(await serve({ port: Number(port), prefix, strict: true }));
}

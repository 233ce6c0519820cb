// npm start: installs missing packages, builds and serves the page, and says where it is. A teacher reads its output.
import { installDependencies, runQuietly, tools } from './project.mjs';
import { DEFAULT_PORT, startServer } from './serve.mjs';

/** @returns {number} the port of the environment variable PORT, or the usual one */
function requestedPort() {
  const text = process.env.PORT?.trim() || String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT: ${text} is not allowed; allowed: a whole number from 1 to 65535`);
  return port;
}

process.on('SIGINT', () => {
  console.log('\nStopped.');
  process.exit(0);
});

try {
  const port = requestedPort();
  console.log('Bufferscope: a page that shows router buffer policies at work, for lessons on congestion.\n');
  await installDependencies();
  await runQuietly('Building the page', process.execPath, [tools.vite, 'build']);
  const host = process.env.HOST;
  const { local, network } = await startServer({ port }).catch((error) => {
    throw new Error(`Cannot serve the page at HOST=${host ?? '127.0.0.1'}, PORT=${port}: ${error.message}`);
  });
  const [address] = [...local, ...network];
  console.log(`\nBufferscope is at ${address}\n`);
  if (new URL(address).port !== String(port)) console.log(`Port ${port} is taken, so this is the next free one.`);
  console.log('Open this address in a browser. Keep this window open; Ctrl+C stops the page.');
  if (network.length > 0) console.log(`Other computers in the room open ${network.join(' or ')}`);
  else
    console.log(
      'Only this computer can open it. For others in the room, set the variable HOST to 0.0.0.0 and start again.',
    );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

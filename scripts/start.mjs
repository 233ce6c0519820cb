// npm start: installs missing packages, builds and serves the page.
import { installDependencies, runTool } from './project.mjs';
import { serve } from './serve.mjs';

try {
  await installDependencies();
  if ((await runTool('vite', ['build'])) !== 0) throw new Error('The build failed; see above.');
  const port = Number(process.env.PORT ?? 4173);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`PORT=${process.env.PORT}: 1 to 65535.`);
  console.log(`\nBufferscope is at ${await serve({ port })}   (stop with Ctrl+C)`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

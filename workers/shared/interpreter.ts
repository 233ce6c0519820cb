/** The interpreter of students' programs, in a worker. It is fetched once, from the folder of the page. */
import address from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { compileInterpreter, type InterpreterModule } from '../../src/program/sandbox.ts';

let compiled: Promise<InterpreterModule> | undefined;

export function loadInterpreter(): Promise<InterpreterModule> {
  compiled ??= fetchInterpreter();
  compiled.catch(() => {
    compiled = undefined;
  });
  return compiled;
}

async function fetchInterpreter(): Promise<InterpreterModule> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return compileInterpreter(new Uint8Array(await response.arrayBuffer()));
}

/** The interpreter of students' programs, in a worker. It is fetched once, from the folder of the page. */
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { compileInterpreter, type InterpreterModule } from '../../src/program/sandbox/sandbox.ts';

let compiledInterpreter: Promise<InterpreterModule> | undefined;

/** The compiled interpreter. A failed fetch is tried again at the next call. */
export function loadInterpreter(): Promise<InterpreterModule> {
  compiledInterpreter ??= fetchInterpreter();
  compiledInterpreter.catch(() => {
    compiledInterpreter = undefined;
  });
  return compiledInterpreter;
}

async function fetchInterpreter(): Promise<InterpreterModule> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl}: ${response.status}`);
  return compileInterpreter(new Uint8Array(await response.arrayBuffer()));
}

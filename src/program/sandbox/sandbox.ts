/**
 * The sandbox that a student's program runs in: QuickJS, a JavaScript interpreter, as WebAssembly. The interpreter has
 * only its own 16 MB of memory and one function of the host: no clock, files, network or randomness. So a program gives
 * the same result on every machine. This includes its logarithms and roots, which are part of the interpreter. Its
 * steps are counted (meter.ts), and its whole state is its memory. Source: QuickJS by F. Bellard and C. Gordon, as
 * built by quickjs-emscripten 0.32.0, https://github.com/justjake/quickjs-emscripten.
 */
import { SAVES_ITSELF, type SavedState, type SelfSavingObject } from '../../engine/state/checkpoint.ts';
import { required } from '../../shared/required.ts';
import {
  CONTRACT_NAMES,
  HOST_SLOTS,
  PROGRAM_ENTRIES,
  PROGRAM_FUNCTIONS,
  PROGRAM_PRELUDE,
  ProgramEntry,
} from '../prelude.ts';
import { ProgramError, parseProgramError, TOO_DEEP_MESSAGE } from '../program-error.ts';
import { MAX_CALL_STEPS, MAX_PROGRAM_BYTES } from '../program-limits.ts';
import { addStepCounter, STEPS_LEFT } from './meter.ts';

/** Limit of further steps for a function of the interpreter that does not check the counter. */
const MAX_UNCOUNTED_STEPS = 5_000_000;
/** The stack of its functions, bytes: about 150 nested calls, far below a browser's stack. */
const STACK_BYTES = 32 << 10;
/** The memory of the interpreter never grows. */
const MEMORY_PAGES = 256;
const PAGE_BYTES = 1 << 12;
const PAGE_WORDS = PAGE_BYTES / 4;

/** Name of the program in the interpreter's messages. */
const PROGRAM_NAME = 'policy.js';

/** A part of the platform that the engine's types do not have. */
interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => InterpreterModule;
  readonly Instance: new (module: InterpreterModule, imports: Record<string, Record<string, unknown>>) => WasmInstance;
  readonly RuntimeError: new () => Error;
  readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

declare const MODULE_BRAND: unique symbol;
/** The compiled interpreter, from which sandboxes are made. */
export interface InterpreterModule {
  readonly [MODULE_BRAND]: true;
}

/** @param wasm the interpreter's file, as it is in the package */
export function compileInterpreter(wasm: Uint8Array): InterpreterModule {
  return new WebAssembly.Module(addStepCounter(wasm));
}

type WasmFunction = (...values: number[]) => number;

/** Functions of the interpreter by the short names that the package's build gives them. */
const INTERPRETER_EXPORTS = {
  initialise: 'u',
  malloc: 'v',
  free: 'M',
  setMemoryLimit: 'y',
  setMaxStackSize: 'D',
  enableInterrupts: 'Fa',
  newRuntime: 'K',
  newContext: 'N',
  newArrayBuffer: 'X',
  newFunction: 'Da',
  newString: '_',
  getString: '$',
  freeCString: 'S',
  freeValue: 'P',
  getUndefined: 'E',
  getPropNumber: 'ia',
  call: 'ma',
  evaluate: 'pa',
  resolveException: 'na',
  dump: 'oa',
  restoreStack: 'Ma',
  saveStack: 'Oa',
} as const;

/** The interpreter's imports; all other imports do nothing and return 0. */
const INTERPRETER_IMPORTS = { memory: 'a', interrupted: 'i', callHost: 's' } as const;
const ALL_IMPORTS = 'abcdefghijklmnopqrst';

/**
 * Of JavaScript's own objects: those of the language, eval (which the interpreter needs itself), JSON, maps and sets,
 * typed arrays.
 */
const INTRINSICS = 1 | 4 | 64 | 256 | 512;
const STRICT_FLAG = 8;
const COMPILE_ONLY_FLAG = 32;

const PROGRAM_PREFIX = `(function(${CONTRACT_NAMES.join(',')}){'use strict';return (function(){`;
const PROGRAM_SUFFIX = `\n;return [${PROGRAM_FUNCTIONS.map((name) => `typeof ${name}==='undefined'?undefined:${name}`).join(',')}];})();})`;

/** One interpreter with its memory, for one program at a time. */
export class ProgramSandbox implements SelfSavingObject {
  /** The shared memory of host and sandbox: `SharedSlot`. */
  readonly slots: Float64Array;
  private readonly calls: Readonly<Record<keyof typeof INTERPRETER_EXPORTS, WasmFunction>>;
  private readonly counter: { value: number };
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;
  private readonly context: number;
  private readonly undefinedHandle: number;
  private readonly entries: readonly number[];
  /** Remaining steps at which the program is stopped. */
  private stopAt = 0;
  private readonly restingStack: number;
  private source = '';
  /** Steps of the last call. */
  stepCount = 0;
  private savedMemory: SavedMemory | undefined;

  /** @param host called when the program gives a verdict or a request; the data are in `slots` */
  constructor(module: InterpreterModule, host: () => void) {
    const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
    const imports: Record<string, unknown> = {};
    for (const name of ALL_IMPORTS) imports[name] = () => 0;
    imports[INTERPRETER_IMPORTS.memory] = memory;
    imports[INTERPRETER_IMPORTS.interrupted] = () => (this.counter.value < this.stopAt ? 1 : 0);
    imports[INTERPRETER_IMPORTS.callHost] = () => {
      host();
      return 0;
    };
    const { exports } = new WebAssembly.Instance(module, { a: imports });
    this.calls = Object.fromEntries(
      Object.entries(INTERPRETER_EXPORTS).map(([name, short]) => [name, required(exports[short])]),
    ) as ProgramSandbox['calls'];
    this.counter = exports[STEPS_LEFT] as { value: number };
    this.words = new Int32Array(memory.buffer);
    this.bytes = new Uint8Array(memory.buffer);
    this.setStepLimit(MAX_CALL_STEPS);
    const { calls } = this;
    calls.initialise();
    const runtime = calls.newRuntime();
    calls.setMemoryLimit(runtime, MAX_PROGRAM_BYTES);
    calls.setMaxStackSize(runtime, STACK_BYTES);
    calls.enableInterrupts(runtime);
    this.context = calls.newContext(runtime, INTRINSICS);
    this.undefinedHandle = calls.getUndefined();
    const area = calls.malloc(HOST_SLOTS * 8);
    this.slots = new Float64Array(memory.buffer, area, HOST_SLOTS);
    this.slots.fill(0);
    this.restingStack = calls.saveStack();
    this.entries = this.startPrelude(area);
  }

  /**
   * Runs the program once, so that it declares itself and its functions.
   * @param values of its parameters, if they are known
   * @throws ProgramError
   */
  load(source: string, values: Readonly<Record<string, unknown>>): void {
    this.source = source;
    this.setStepLimit(MAX_CALL_STEPS);
    // First compiled alone, so that an error message refers to the program's own text.
    this.takeResult(() => this.evaluate(source, COMPILE_ONLY_FLAG | STRICT_FLAG));
    const policyObject = this.takeResult(() => this.evaluate(PROGRAM_PREFIX + source + PROGRAM_SUFFIX, 0));
    const text = this.createString(JSON.stringify(values));
    this.calls.freeValue(
      this.context,
      this.takeResult(() => this.apply(ProgramEntry.load, [policyObject, text])),
    );
    this.calls.freeValue(this.context, text);
  }

  /** The argument of the program's `policy` call, as JSON; '{}' without such a call. */
  declarationJson(): string {
    this.setStepLimit(MAX_CALL_STEPS);
    return this.decodeText(this.takeResult(() => this.apply(ProgramEntry.declaration, [])));
  }

  /** Passes new values of its parameters. */
  configure(values: Readonly<Record<string, unknown>>): void {
    this.setStepLimit(MAX_CALL_STEPS);
    const text = this.createString(JSON.stringify(values));
    this.calls.freeValue(
      this.context,
      this.takeResult(() => this.apply(ProgramEntry.configure, [text])),
    );
    this.calls.freeValue(this.context, text);
  }

  /**
   * Calls a function without arguments.
   * @throws ProgramError
   */
  call(entry: number): void {
    const { calls, context } = this;
    this.setStepLimit(MAX_CALL_STEPS);
    let value: number;
    try {
      value = calls.call(context, this.entries[entry], this.undefinedHandle, 0, 0);
    } catch (error) {
      throw this.explainFault(error);
    }
    this.stepCount = MAX_CALL_STEPS + MAX_UNCOUNTED_STEPS - this.counter.value;
    this.check(value);
    calls.freeValue(context, value);
  }

  [SAVES_ITSELF](): SavedState {
    this.savedMemory = new SavedMemory(this.words, this.savedMemory, (memory) => {
      this.savedMemory = memory;
      this.calls.restoreStack(this.restingStack);
    });
    return this.savedMemory;
  }

  private startPrelude(area: number): number[] {
    const { calls, context } = this;
    const prelude = this.takeResult(() => this.evaluate(PROGRAM_PRELUDE, 0, 'contract.js'));
    const name = this.cString('host');
    const host = calls.newFunction(context, name, 0, 0, 1);
    calls.free(name);
    const buffer = calls.newArrayBuffer(context, area, HOST_SLOTS * 8);
    const list = this.takeResult(() => this.callWith(prelude, [buffer, host]));
    return Array.from({ length: PROGRAM_ENTRIES }, (_, index) => calls.getPropNumber(context, list, index));
  }

  private setStepLimit(steps: number): void {
    this.counter.value = steps + MAX_UNCOUNTED_STEPS;
    this.stopAt = MAX_UNCOUNTED_STEPS;
  }

  private evaluate(source: string, flags: number, fileName = PROGRAM_NAME): number {
    const { calls } = this;
    const code = this.cString(source);
    const name = this.cString(fileName);
    const length = this.bytes.indexOf(0, code) - code;
    const value = calls.evaluate(this.context, code, length, name, 0, flags);
    calls.free(code);
    calls.free(name);
    return value;
  }

  private apply(entry: number, values: readonly number[]): number {
    return this.callWith(this.entries[entry], values);
  }

  private callWith(callee: number, values: readonly number[]): number {
    const { calls, words } = this;
    const list = calls.malloc(Math.max(4, values.length * 4));
    for (const [index, value] of values.entries()) words[list / 4 + index] = value;
    const value = calls.call(this.context, callee, this.undefinedHandle, values.length, list);
    calls.free(list);
    return value;
  }

  /**
   * The value of a result.
   * @throws ProgramError
   */
  private takeResult(act: () => number): number {
    let value: number;
    try {
      value = act();
    } catch (error) {
      throw this.explainFault(error);
    }
    this.check(value);
    return value;
  }

  private check(value: number): void {
    const { calls, context } = this;
    const exception = calls.resolveException(context, value);
    if (exception === 0) return;
    this.setStepLimit(MAX_CALL_STEPS);
    let errorText: string;
    try {
      errorText = this.decodeText(calls.dump(context, exception), true);
    } catch (error) {
      throw this.explainFault(error);
    }
    throw parseProgramError(errorText, this.source, PROGRAM_PREFIX.length);
  }

  /**
   * The interpreter itself stopped: its stack is too small for the program, the steps are used up, or a text is too
   * long.
   */
  private explainFault(error: unknown): unknown {
    if (error instanceof RangeError) return new ProgramError(TOO_DEEP_MESSAGE);
    if (error instanceof WebAssembly.RuntimeError)
      return new ProgramError('A function of JavaScript, such as indexOf or sort, works on too many values.');
    return error;
  }

  private cString(text: string): number {
    const encodedText = new TextEncoder().encode(text);
    const address = this.calls.malloc(encodedText.length + 1);
    if (address === 0) throw new ProgramError('The program is too long.');
    this.bytes.set(encodedText, address);
    this.bytes[address + encodedText.length] = 0;
    return address;
  }

  private createString(text: string): number {
    const address = this.cString(text);
    const value = this.calls.newString(this.context, address);
    this.calls.free(address);
    return value;
  }

  /** @param value a value of the interpreter, or (`isC`) the address of a text */
  private decodeText(value: number, isC = false): string {
    const { calls, bytes, context } = this;
    const address = isC ? value : calls.getString(context, value);
    if (address === 0) return '';
    const text = new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
    calls.freeCString(context, address);
    return text;
  }
}

/** The pages of a memory that are not empty. A page that is equal to the page of the last save is stored once. */
class SavedMemory implements SavedState {
  readonly bytes: number;
  private readonly words: Int32Array;
  /** By page; undefined if it is empty. */
  private readonly pages: (Int32Array | undefined)[] = [];
  private readonly onRestore: (savedMemory: SavedMemory) => void;

  constructor(
    words: Int32Array,
    previousMemory: SavedMemory | undefined,
    onRestore: (savedMemory: SavedMemory) => void,
  ) {
    this.words = words;
    this.onRestore = onRestore;
    let bytes = 0;
    for (let index = 0; index < words.length; index += PAGE_WORDS) {
      const unchangedPage = previousMemory?.pages[index / PAGE_WORDS];
      let page: Int32Array | undefined;
      if (unchangedPage !== undefined && areWordsEqual(words, index, unchangedPage)) page = unchangedPage;
      else if (!isEmpty(words, index)) {
        page = words.slice(index, index + PAGE_WORDS);
        bytes += PAGE_BYTES;
      }
      this.pages.push(page);
    }
    this.bytes = bytes + 8 * this.pages.length;
  }

  restore(): void {
    const { words, pages } = this;
    for (const [index, page] of pages.entries()) {
      const pageStart = index * PAGE_WORDS;
      if (page !== undefined) words.set(page, pageStart);
      else if (!isEmpty(words, pageStart)) words.fill(0, pageStart, pageStart + PAGE_WORDS);
    }
    this.onRestore(this);
  }
}

function isEmpty(words: Int32Array, from: number): boolean {
  for (let index = from; index < from + PAGE_WORDS; index++) if (words[index] !== 0) return false;
  return true;
}

function areWordsEqual(words: Int32Array, from: number, page: Int32Array): boolean {
  for (let index = 0; index < PAGE_WORDS; index++) if (words[from + index] !== page[index]) return false;
  return true;
}

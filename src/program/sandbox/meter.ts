/**
 * Counts the steps of a WebAssembly program: it adds code at the head of every loop. This code lowers a counter by one,
 * and traps when the counter is below 0. A program can run for a long time only with a loop, so the counter limits its
 * whole work. The count is the same on every machine. Source: WebAssembly Core Specification 1.0 with bulk memory and
 * sign extension, sections 5.4 and 5.5.
 */

/** Name of the counter among the exports: a mutable global, an i32. */
export const STEPS_LEFT = 'stepsLeft';

const SECTION_IDS = { import: 2, global: 6, export: 7, code: 10 } as const;
const I32_TYPE = 0x7f;
const MUTABLE_FLAG = 1;
const GLOBAL_KIND = 3;

/** A reader of bytes, one after the other. */
class WasmReader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  readByte(): number {
    if (this.offset >= this.bytes.length) throw new Error('WebAssembly: the program ends too early');
    return this.bytes[this.offset++];
  }

  /** An unsigned number in LEB128. */
  readU32(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.readByte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Skips a number in LEB128, of any length. */
  skipNumber(): void {
    while (this.readByte() >= 0x80);
  }

  skipNumbers(count: number): void {
    for (let skippedCount = 0; skippedCount < count; skippedCount++) this.skipNumber();
  }

  passName(): void {
    const length = this.readU32();
    this.offset += length;
  }
}

/** A writer of bytes, one after the other. */
class WasmWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  copy(from: Uint8Array): void {
    const neededBytes = this.length + from.length;
    if (neededBytes > this.bytes.length) {
      const largerBytes = new Uint8Array(Math.max(neededBytes, 2 * this.bytes.length));
      largerBytes.set(this.bytes.subarray(0, this.length));
      this.bytes = largerBytes;
    }
    this.bytes.set(from, this.length);
    this.length = neededBytes;
  }

  writeU32(value: number): void {
    this.copy(Uint8Array.from(encodeLeb128(value)));
  }

  /** The number of bytes, then the bytes. */
  writeSized(bytes: Uint8Array): void {
    this.writeU32(bytes.length);
    this.copy(bytes);
  }

  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

function encodeLeb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

/**
 * The program with the counter. It starts with 0 remaining steps: set the exported global before each call.
 * @throws Error if the program has unknown instructions (vectors, threads, exceptions)
 */
export function addStepCounter(program: Uint8Array): Uint8Array {
  const reader = new WasmReader(program, 8);
  const writer = new WasmWriter();
  writer.copy(program.subarray(0, 8));
  const counter = countGlobals(program);
  while (reader.offset < program.length) {
    const id = reader.readByte();
    const size = reader.readU32();
    const body = program.subarray(reader.offset, reader.offset + size);
    reader.offset += size;
    writer.copy(Uint8Array.of(id));
    if (id === SECTION_IDS.global) writer.writeSized(withOneMore(body, [I32_TYPE, MUTABLE_FLAG, 0x41, 0, 0x0b]));
    else if (id === SECTION_IDS.export) writer.writeSized(withOneMore(body, encodeExport(STEPS_LEFT, counter)));
    else if (id === SECTION_IDS.code) writer.writeSized(meterCode(body, counter));
    else writer.writeSized(body);
  }
  return writer.result();
}

/** Index of the added global. Imported globals come first. */
function countGlobals(program: Uint8Array): number {
  const reader = new WasmReader(program, 8);
  let count = 0;
  while (reader.offset < program.length) {
    const id = reader.readByte();
    const end = reader.readU32() + reader.offset;
    if (id === SECTION_IDS.import) count += readImportedGlobalCount(reader);
    else if (id === SECTION_IDS.global) return count + reader.readU32();
    reader.offset = end;
  }
  throw new Error('WebAssembly: the program has no globals');
}

function readImportedGlobalCount(reader: WasmReader): number {
  let globals = 0;
  for (let remainingCount = reader.readU32(); remainingCount > 0; remainingCount--) {
    reader.passName();
    reader.passName();
    const kind = reader.readByte();
    if (kind === 0) reader.skipNumber();
    else if (kind === GLOBAL_KIND) {
      globals++;
      reader.offset += 2;
    } else {
      if (kind === 1) reader.readByte();
      const hasMaximum = (reader.readByte() & 1) !== 0;
      reader.skipNumbers(hasMaximum ? 2 : 1);
    }
  }
  return globals;
}

function encodeExport(name: string, index: number): number[] {
  return [name.length, ...[...name].map((letter) => letter.charCodeAt(0)), GLOBAL_KIND, ...encodeLeb128(index)];
}

/** A list with one more item at its end. */
function withOneMore(list: Uint8Array, item: readonly number[]): Uint8Array {
  const reader = new WasmReader(list);
  const count = reader.readU32();
  return Uint8Array.from([...encodeLeb128(count + 1), ...list.subarray(reader.offset), ...item]);
}

function meterCode(section: Uint8Array, counter: number): Uint8Array {
  const index = encodeLeb128(counter);
  // stepsLeft = stepsLeft - 1
  const decrement = [0x23, ...index, 0x41, 1, 0x6b, 0x24, ...index];
  // if (stepsLeft < 0) unreachable
  const stop = [0x23, ...index, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b];
  const count = Uint8Array.from([...decrement, ...stop]);
  const reader = new WasmReader(section);
  const writer = new WasmWriter();
  const functions = reader.readU32();
  writer.writeU32(functions);
  for (let functionIndex = 0; functionIndex < functions; functionIndex++) {
    const size = reader.readU32();
    writer.writeSized(meterFunction(section.subarray(reader.offset, reader.offset + size), count));
    reader.offset += size;
  }
  return writer.result();
}

function meterFunction(body: Uint8Array, count: Uint8Array): Uint8Array {
  const reader = new WasmReader(body);
  for (let remainingCount = reader.readU32(); remainingCount > 0; remainingCount--) reader.skipNumbers(2);
  let meteredBody: WasmWriter | undefined;
  let copiedEnd = 0;
  while (reader.offset < body.length) {
    const code = reader.readByte();
    passOperands(code, reader);
    if (code !== 0x03) continue;
    meteredBody ??= new WasmWriter();
    meteredBody.copy(body.subarray(copiedEnd, reader.offset));
    meteredBody.copy(count);
    copiedEnd = reader.offset;
  }
  if (meteredBody === undefined) return body;
  meteredBody.copy(body.subarray(copiedEnd));
  return meteredBody.result();
}

/** Skips the operands of an instruction. */
function passOperands(code: number, reader: WasmReader): void {
  if (code >= 0x45 && code <= 0xc4) return;
  if (code >= 0x28 && code <= 0x3e) reader.skipNumbers(2);
  else if (code >= 0x20 && code <= 0x26) reader.skipNumber();
  else if (code === 0x02 || code === 0x03 || code === 0x04) reader.skipNumber();
  else if (code === 0x0c || code === 0x0d || code === 0x10 || code === 0xd0 || code === 0xd2) reader.skipNumber();
  else if (code === 0x0e) reader.skipNumbers(reader.readU32() + 1);
  else if (code === 0x11) reader.skipNumbers(2);
  else if (code === 0x1c) reader.skipNumbers(reader.readU32());
  else if (code === 0x3f || code === 0x40 || code === 0x41 || code === 0x42) reader.skipNumber();
  else if (code === 0x43) reader.offset += 4;
  else if (code === 0x44) reader.offset += 8;
  else if (code === 0xfc) passBulkOperands(reader);
  else if (!OPCODES_WITHOUT_OPERANDS.has(code))
    throw new Error(`WebAssembly: instruction 0x${code.toString(16)} is not known`);
}

/** unreachable, nop, else, end, return, drop, select, ref.is_null. */
const OPCODES_WITHOUT_OPERANDS: ReadonlySet<number> = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1]);

function passBulkOperands(reader: WasmReader): void {
  const code = reader.readU32();
  if (code > 17) throw new Error(`WebAssembly: instruction 0xfc ${code} is not known`);
  if (code < 8) return;
  reader.skipNumbers(code === 8 || code === 10 || code === 12 || code === 14 ? 2 : 1);
}

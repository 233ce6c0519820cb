/**
 * A line of tc as a lane, and a lane as a line. It reads the words of `tc qdisc add`, and what `tc qdisc show` prints,
 * also with -j.
 */
import type { ParameterValues } from '../../params/schema.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { required } from '../../shared/required.ts';
import { CAKE_ISOLATIONS, CAKE_TINS } from './tc-cake.ts';
import { tcDisciplines } from './tc-disciplines.ts';
import { readTcNumber, TC_UNIT_TEXTS } from './tc-units.ts';
import { MTU_BYTES, type TcContext, type TcDiscipline, type TcLane, TcLineError, type TcWords } from './tc-words.ts';

/** `tc -s qdisc show` of a device with 64 queues has some 20,000. */
const MAX_LINE_CHARACTERS = 100_000;
const MAX_SHOWN_CHARACTERS = 60;

/** Words of every discipline that say where it stands, and the number of words that follow each. */
const PLACE_WORDS: Readonly<Record<string, number>> = {
  root: 0,
  ingress: 0,
  clsact: 0,
  refcnt: 1,
  dev: 1,
  parent: 1,
  handle: 1,
  classid: 1,
  leaf: 1,
  offloaded: 0,
  ingress_block: 1,
  egress_block: 1,
  est: 2,
  estimator: 2,
};

/** Disciplines that hold others, or no queue: what each would do is missing here. */
const CONTAINERS: Readonly<Record<string, string>> = {
  mq: 'the queues of a device',
  mqprio: 'the queues of a device',
  htb: 'rates and borrowing between classes',
  hfsc: 'rates and delays of classes',
  tbf: 'the rate of the filter, which can be the rate of the link',
  prio: 'bands of priority',
  multiq: 'the queues of a device',
  ets: 'bands of priority',
  netem: 'delay and losses, which the link can have',
  noqueue: 'no queue at all',
  ingress: 'no queue at all',
  clsact: 'no queue at all',
};

/** The commands of tc. It prints none of these. */
const COMMANDS = ['add', 'replace', 'change', 'link'];
/** Commands without a discipline in the line. */
const OTHER_COMMANDS = ['show', 'list', 'ls', 'delete', 'del'];
/** The objects of the commands. */
const OBJECTS = ['qdisc', 'class'];
/** Options of tc that have a word behind them. */
const OPTIONS_WITH_WORD = ['-n', '-netns', '-cf', '-conf', '-b', '-batch'];
/** Words that tc prints, and does not read. */
const PRINTED_WORDS = ['ewma', 'Scell_log', 'Plog'];
/** The block that `tc -s` adds begins with this word. */
const STATISTICS_WORD = 'Sent';

/** Keys of dualpi2 in JSON that are not the words of tc. */
const JSON_WORDS: Readonly<Record<string, string>> = {
  'memory-limit': 'memlimit',
  'step-thresh-us': 'step_thresh',
  'min-qlen-step': 'min_qlen_step',
  coupling: 'coupling_factor',
  'c-protection': 'classic_protection',
  'split-gso': 'split_gso',
};
/** Values of JSON that are words of tc themselves. */
function sameWords(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, word]));
}

/** Values of JSON that stand for a word, by key. */
const JSON_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'drop-overload': { drop: 'drop_on_overload', overflow: 'overflow' },
  'drop-early': { 'drop-dequeue': 'drop_dequeue', 'drop-enqueue': 'drop_enqueue' },
  'ecn-mask': { 'l4s-ect': 'l4s_ect', 'any-ect': 'any_ect' },
  diffserv: sameWords(CAKE_TINS),
  flowmode: sameWords(CAKE_ISOLATIONS),
  'ack-filter': { enabled: 'ack-filter', aggressive: 'ack-filter-aggressive', disabled: 'no-ack-filter' },
  atm: sameWords(['noatm', 'atm', 'ptm']),
};

/** One of several queues in a text. */
export interface TcChoice {
  /**
   * Its device and, if needed, its parent and its number there: `dev eth0 parent 1:2`, `dev eth0 parent root #2`, `#2`.
   */
  readonly place: string;
  /** The words of its discipline. */
  readonly settings: string;
}

/** The text has several queues with different settings. With a place and a colon in front, it is that of this place. */
export class TcChoiceError extends TcLineError {
  readonly choices: readonly TcChoice[];

  constructor(message: string, choices: readonly TcChoice[]) {
    super(message);
    this.choices = choices;
  }
}

/** A chosen place in front of the text. */
const CHOSEN_PLACE = /^(dev \S+?(?: parent \S+?)?(?: #\d+)?|#\d+):\s+/;

const allowedKinds = () => [...new Set(tcDisciplines.map(({ kind }) => kind))].join(', ');

/**
 * Reads a line of tc.
 * @param rateBps rate of the link, bit/s
 * @throws TcLineError that names the word, its value and what is allowed
 */
export function readTcLine(text: string, rateBps = 10e6): TcLane {
  // A command may go on behind a backslash.
  const wholeText = text.replace(/\\\r?\n/g, ' ').trim();
  const [chosenPlace = '', place] = CHOSEN_PLACE.exec(wholeText) ?? [];
  const lineText = wholeText.slice(chosenPlace.length);
  if (lineText.length > MAX_LINE_CHARACTERS)
    throw new TcLineError(`the line has ${lineText.length} characters; allowed: at most ${MAX_LINE_CHARACTERS}`);
  const isJson = /^[[{]/.test(lineText);
  const {
    kind,
    tokens,
    origin,
    notes: textNotes,
    classLimit,
  } = isJson ? readJson(lineText, place) : readText(lineText, place);
  const discipline = disciplineOf(kind);
  const allWords = readWords(discipline, tokens);
  const isPrinted = origin === undefined ? hasPrintedForm(discipline, tokens) : origin === 'printed';
  const { words, notes } = isPrinted ? { words: allWords, notes: [] } : withoutZeros(discipline, allWords);
  const context: TcContext = { isPrinted, isJson, rateBps };
  try {
    const lane = discipline.read(words, context);
    if (classLimit !== undefined) lane.values.classLimit = classLimit;
    return { policy: discipline.policy, ...lane, notes: [...textNotes, ...notes, ...lane.notes] };
  } catch (error) {
    if (!(error instanceof TcLineError)) throw error;
    throw new TcLineError(`${kind}: ${error.message}`);
  }
}

/** Without the words whose 0 does not reach the kernel. */
function withoutZeros({ zeroIsDefault = [] }: TcDiscipline, words: TcWords) {
  const zeros = zeroIsDefault.filter((word) => isZero(words.get(word)));
  return {
    words: new Map([...words].filter(([word]) => !zeros.includes(word))),
    notes: zeros.map((word) => `${word} 0 is ignored, as in Linux: the default stays`),
  };
}

/** Also `0ms` in the text of a word that has several units. */
const isZero = (value: number | string | true | undefined) =>
  value === 0 || (typeof value === 'string' && Number.parseFloat(value) === 0);

function disciplineOf(kind: string): TcDiscipline {
  const discipline = tcDisciplines.find((knownDiscipline) => knownDiscipline.kind === kind);
  if (discipline !== undefined) return discipline;
  if (OTHER_COMMANDS.includes(kind))
    throw new TcLineError(
      `${kind}: this command names no discipline; allowed: a line that adds one, or what tc prints`,
    );
  if (kind === 'stab')
    throw new TcLineError('stab: not allowed; sizes of packets that differ from the real ones are missing here');
  const reasonText = Object.hasOwn(CONTAINERS, kind) ? ` (${CONTAINERS[kind]})` : '';
  throw new TcLineError(`${shorten(kind)}${reasonText}: no such queue discipline here; allowed: ${allowedKinds()}`);
}

const shorten = (text: string) =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;

interface Tokens {
  readonly kind: string;
  readonly tokens: readonly string[];
  readonly device: string | undefined;
  readonly parent: string | undefined;
  /** Whether the line was typed or printed; undefined if only its words can tell. */
  readonly origin: 'typed' | 'printed' | undefined;
  /** The rest of the text, a sentence each. */
  readonly notes: readonly string[];
  /** Packets of the queue in each class. */
  readonly classLimit?: number;
}

/** A line that begins a discipline, after what stands in front of tc: a prompt, `sudo`, a path, `ip netns exec`. */
const DISCIPLINE_LINE = /^\s*(?:\S+\s+)*?(?:\S*\/)?(?:tc\s+(?:-\S+\s+)*[qc]\w*|qdisc|class)\s/;

/** A comment. A command of tc right behind `#` and a space has the prompt of root in front. */
const COMMENT_LINE =
  /^\s*#(?!\s+(?:sudo\s+)?(?:\S*\/)?tc\s+(?:-\S+\s+)*(?:q|qdisc|c|class)\s+(?:a|r|c|add|replace|change)\w*\s)/;

/** The shell around commands of tc, and filters. */
const SHELL_LINE = /^\s*(?:for\s.*|do|done|id=.*|(?:\S+\s+)*?tc\s+filter\s.*)$/;

/**
 * One discipline of the text. If several lines have one, those without a queue of their own are named and left out, and
 * so are commands that name none, such as the one that printed the others.
 */
function readText(text: string, place: string | undefined): Tokens {
  const lines = text.split('\n').filter((line) => !SHELL_LINE.test(line) && !COMMENT_LINE.test(line));
  const firstLine = Math.max(
    0,
    lines.findIndex((line) => DISCIPLINE_LINE.test(line)),
  );
  const blocks: string[] = [];
  for (const line of lines.slice(firstLine)) {
    if (blocks.length === 0 || DISCIPLINE_LINE.test(line)) blocks.push(line);
    else blocks[blocks.length - 1] += `\n${line}`;
  }
  const readBlocks = blocks.filter((block) => block.trim() !== '').map(readBlock);
  const disciplineBlocks = readBlocks.filter(({ kind }) => !OTHER_COMMANDS.some((command) => command.startsWith(kind)));
  const queueBlocks = disciplineBlocks.length > 0 ? disciplineBlocks : readBlocks;
  if (queueBlocks.length === 0) return readBlock('');
  return place === undefined && queueBlocks.length === 1
    ? (queueBlocks[0] as Tokens)
    : onlyQueue(atPlace(queueBlocks, place));
}

const devicePlace = ({ device }: Tokens) => `dev ${device}`;
const fullPlace = (queue: Tokens) => `${devicePlace(queue)} parent ${queue.parent}`;
const hasQueue = ({ kind }: Tokens) => !Object.hasOwn(CONTAINERS, kind);

/**
 * Those at a chosen place; all without one.
 * @throws TcLineError if there is none
 */
function atPlace(blocks: readonly Tokens[], place: string | undefined): readonly Tokens[] {
  if (place === undefined) return blocks;
  const [placeName = '', number] = place.split(/ ?#/);
  const blocksThere =
    placeName === ''
      ? blocks
      : blocks.filter((block) => devicePlace(block) === placeName || fullPlace(block) === placeName);
  const chosenQueues =
    number === undefined ? blocksThere : differentQueues(blocksThere).slice(Number(number) - 1, Number(number));
  if (chosenQueues.length > 0) return chosenQueues;
  const places = [...new Set(blocks.flatMap((block) => (block.device === undefined ? [] : [devicePlace(block)])))];
  throw new TcLineError(`${shorten(place)}: no discipline there; allowed: ${places.join(', ') || 'no place in front'}`);
}

/** The queues with different settings, in their order. */
function differentQueues(blocks: readonly Tokens[]): readonly Tokens[] {
  const queues = drrWithQueues(blocks.filter(hasQueue));
  return queues.filter(
    (queue, index) => queues.findIndex((other) => settingsOf(other) === settingsOf(queue)) === index,
  );
}

/** The one discipline with a queue; several with the same settings, as below `mq`, count once. */
function onlyQueue(blocks: readonly Tokens[]): Tokens {
  const queues = drrWithQueues(blocks.filter(hasQueue));
  const [chosen, ...others] = differentQueues(blocks);
  if (chosen === undefined) throw new TcLineError('0 disciplines with a queue; allowed: one of them');
  if (others.length > 0) {
    const choices = choicesOf(queues);
    const names = choices.map(({ place, settings }) => `${place}: ${shorten(settings)}`).join('; ');
    throw new TcChoiceError(
      `${1 + others.length} disciplines with different settings; allowed: one of them: ${names}. To choose one, write its place in front, such as "${choices[0]?.place}: "`,
      choices,
    );
  }
  const containerKinds = [...new Set(blocks.filter((block) => !hasQueue(block)).map(({ kind }) => kind))];
  const notes = containerKinds.map((kind) => `${kind} is left out: ${CONTAINERS[kind]}`);
  if (queues.length > 1) notes.push(`${queues.length} queues with the same settings are one here`);
  return { ...chosen, notes };
}

/**
 * The places with different settings. Several at one place have a number too, as lines of `tc qdisc replace` have. If
 * the text does not say where each queue is, their numbers are the places.
 */
function choicesOf(queues: readonly Tokens[]): TcChoice[] {
  const saysWhere = queues.every(({ device }) => device !== undefined);
  const placeOf = (queue: Tokens) => {
    if (!saysWhere) return '';
    const isAlike = queues.every((other) => other.device !== queue.device || settingsOf(other) === settingsOf(queue));
    return isAlike ? devicePlace(queue) : fullPlace(queue);
  };
  const byPlace = new Map<string, readonly Tokens[]>();
  for (const queue of queues) byPlace.set(placeOf(queue), [...(byPlace.get(placeOf(queue)) ?? []), queue]);
  return [...byPlace].flatMap(([place, there]) =>
    differentQueues(there).map((queue, index, { length }): TcChoice => {
      const number = length === 1 ? '' : `#${index + 1}`;
      return { place: [place, number].filter((part) => part !== '').join(' '), settings: settingsOf(queue) };
    }),
  );
}

/** DRR with its classes and the pfifo of each, if these are alike, is one discipline. */
function drrWithQueues(queues: readonly Tokens[]): readonly Tokens[] {
  const [drr] = queues.filter(({ kind }) => kind === 'drr');
  const quanta = new Set(queues.flatMap(({ kind, tokens }) => (kind === 'drr' ? wordOf(tokens, 'quantum') : [])));
  const limits = new Set(queues.flatMap(({ kind, tokens }) => (kind === 'pfifo' ? wordOf(tokens, 'limit') : [])));
  const isAlike =
    quanta.size <= 1 && limits.size <= 1 && queues.every(({ kind }) => kind === 'drr' || kind === 'pfifo');
  if (drr === undefined || !isAlike) return queues;
  const classLimit = readTcNumber('packets', [...limits][0] ?? '');
  return [
    {
      ...drr,
      tokens: [...quanta].flatMap((quantum) => ['quantum', quantum]),
      ...(typeof classLimit === 'number' ? { classLimit } : {}),
    },
  ];
}

/** The text behind a word, in a list; an empty one without the word. */
const wordOf = (tokens: readonly string[], word: string) =>
  tokens.includes(word) ? [tokens[tokens.indexOf(word) + 1] ?? ''] : [];

/** The words of a discipline without its place. */
function settingsOf({ kind, tokens }: Tokens): string {
  const words: string[] = [kind];
  for (let index = 0; index < tokens.length; index++) {
    const word = required(tokens[index]);
    if (Object.hasOwn(PLACE_WORDS, word)) index += required(PLACE_WORDS[word]);
    else words.push(word);
  }
  return words.join(' ');
}

function readBlock(text: string): Tokens {
  const tokens = text.split(/\s+/).filter((word) => word !== '');
  const { index, isTyped } = frontOf(tokens);
  const kind = tokens[index];
  if (kind === undefined) throw new TcLineError(`no queue discipline in the line; allowed: ${allowedKinds()}`);
  const rest = tokens.slice(index + 1);
  // `qdisc red 8001: dev ...` and `class drr 1:1 root ...`
  const hasHandle = /^[\da-f]*:[\da-f]*$/i.test(rest[0] ?? '');
  const isPrinted = hasHandle || rest.includes('refcnt') || rest.includes(STATISTICS_WORD);
  return {
    kind,
    tokens: withoutStatistics(hasHandle ? rest.slice(1) : rest),
    device: wordOf(tokens, 'dev')[0],
    parent: wordOf(tokens, 'parent')[0] ?? (tokens.includes('root') ? 'root' : undefined),
    origin: isTyped ? 'typed' : isPrinted ? 'printed' : undefined,
    notes: [],
  };
}

/**
 * Where the name of the discipline stands, and whether a command stands in front of it. tc takes the beginnings of its
 * words.
 */
function frontOf(tokens: readonly string[]): { readonly index: number; readonly isTyped: boolean } {
  const isBeginning = (word: string, of: readonly string[]) => of.some((whole) => whole.startsWith(word));
  const program = tokens.findIndex((word) => word === 'tc' || word.endsWith('/tc'));
  let index = program + 1;
  while (tokens[index]?.startsWith('-')) index += OPTIONS_WITH_WORD.includes(required(tokens[index])) ? 2 : 1;
  const hasProgram = program >= 0;
  if (hasProgram ? isBeginning(tokens[index] ?? ' ', OBJECTS) : OBJECTS.includes(tokens[index] ?? '')) index++;
  const command = tokens[index] ?? ' ';
  const isTyped = hasProgram ? isBeginning(command, COMMANDS) : COMMANDS.includes(command);
  if (isTyped) index++;
  // A word of the place that has a value may be the name itself: `qdisc ingress ffff:`.
  while (Object.hasOwn(PLACE_WORDS, tokens[index] ?? ' ') && !Object.hasOwn(CONTAINERS, required(tokens[index])))
    index += 1 + (PLACE_WORDS[required(tokens[index])] as number);
  return { index, isTyped };
}

/** A word that only tc writes, or a number with a unit that tc prints and does not read, such as `limit 1000p`. */
function hasPrintedForm({ words }: TcDiscipline, tokens: readonly string[]): boolean {
  return tokens.some((word, index) => {
    if (!Object.hasOwn(words, word)) return false;
    const isCount = words[word] === 'packets' || words[word] === 'byteCount';
    return PRINTED_WORDS.includes(word) || (isCount && /^\d+[a-z]/i.test(tokens[index + 1] ?? ''));
  });
}

function withoutStatistics(tokens: readonly string[]): readonly string[] {
  const end = tokens.indexOf(STATISTICS_WORD);
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** The words and numbers of a JSON object of tc. Times are in us and rates in bytes per second, as tc writes them. */
function readJson(text: string, place: string | undefined): Tokens {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new TcLineError(`the JSON cannot be read: ${errorMessage(error)}`);
  }
  const jsonEntries = (Array.isArray(json) ? json : [json]).filter(
    (entry) => typeof entry === 'object' && entry !== null,
  );
  if (jsonEntries.length === 0) throw new TcLineError('0 disciplines; allowed: one of them');
  if (place !== undefined) return onlyQueue(atPlace(jsonEntries.map(readJsonEntry), place));
  const roots = jsonEntries.filter((entry) => (entry as { root?: unknown }).root === true);
  const rootQueues = roots.length === 1 ? roots.map(readJsonEntry).filter(hasQueue) : [];
  if (rootQueues.length === 1) return rootQueues[0] as Tokens;
  const entries = jsonEntries.map(readJsonEntry);
  return entries.length === 1 ? (entries[0] as Tokens) : onlyQueue(entries);
}

function readJsonEntry(entry: object): Tokens {
  const { kind, options, dev, parent, root } = entry as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string')
    throw new TcLineError('the JSON has no "kind"; allowed: the output of tc -j qdisc show');
  const words = tcDisciplines.find((knownDiscipline) => knownDiscipline.kind === kind)?.words ?? {};
  const tokens = Object.entries(typeof options === 'object' && options !== null ? options : {}).flatMap(
    ([key, value]: [string, unknown]): string[] => {
      const word = JSON_WORDS[key] ?? (key === 'step-thresh-pkts' ? 'step_thresh' : key);
      if (typeof value === 'string' && JSON_VALUES[key]?.[value] !== undefined)
        return [JSON_VALUES[key][value] as string];
      if (value === false) return Object.hasOwn(words, `no${word}`) ? [`no${word}`] : [];
      if (value === true || value === null) return [word];
      if (key === 'step-thresh-pkts') return [word, `${value}p`];
      if (typeof value === 'number' && words[word] === 'rate') return [word, `${8 * value}bit`];
      return typeof value === 'object' ? [] : [word, String(value)];
    },
  );
  return {
    kind,
    tokens,
    device: typeof dev === 'string' ? dev : undefined,
    parent: typeof parent === 'string' ? parent : root === true ? 'root' : undefined,
    origin: 'printed',
    notes: [],
  };
}

/** Units that people write with a blank in front. */
const UNIT_WORDS = /^(?:us|ms|s|[kmg]?bit|[kmg]?bps|[kmg]b|b|%)$/i;

function readWords({ kind, words: knownWords }: TcDiscipline, tokens: readonly string[]): TcWords {
  const words = new Map<string, number | string | true>();
  for (let index = 0; index < tokens.length; index++) {
    const word = required(tokens[index]);
    if (Object.hasOwn(PLACE_WORDS, word) && !Object.hasOwn(knownWords, word)) {
      index += required(PLACE_WORDS[word]);
      continue;
    }
    if (word === 'stab') disciplineOf(word);
    if (UNIT_WORDS.test(word) && !Object.hasOwn(knownWords, word))
      throw new TcLineError(
        `${kind}: ${word} stands alone; allowed: a number with its unit behind it, such as 5${word}`,
      );
    if (!Object.hasOwn(knownWords, word))
      throw new TcLineError(
        `${kind}: ${shorten(word)} is not a word of this discipline; allowed: ${Object.keys(knownWords).join(', ')}`,
      );
    const unit = knownWords[word];
    if (unit === undefined) {
      words.set(word, true);
      continue;
    }
    const text = tokens[++index];
    if (text === undefined) throw new TcLineError(`${kind}: ${word} has no value; allowed: ${TC_UNIT_TEXTS[unit]}`);
    const value = readTcNumber(unit, text);
    if (value === undefined)
      throw new TcLineError(`${kind}: ${word}: ${shorten(text)} is not allowed; allowed: ${TC_UNIT_TEXTS[unit]}`);
    words.set(word, value);
    // The lists of fq: `priomap 1 2 2 ...`, `weights 589824 196608 65536`.
    if (unit === 'text') while (/^\d+$/.test(tokens[index + 1] ?? '')) index++;
  }
  return words;
}

/** A lane as a line of tc. */
export interface TcWritten {
  /** From the name of the discipline on; undefined without such a line, and then a note says why. */
  readonly line?: string;
  /** Commands for the shell, if one line is not enough. */
  readonly commands?: readonly string[];
  readonly notes: readonly string[];
}

/** The device in commands. */
const DEVICE = 'eth0';

/** The commands that give a lane to a device, as far as it has any. */
export const tcCommandsOf = ({ line, commands }: TcWritten): readonly string[] =>
  commands ?? (line === undefined ? [] : [`tc qdisc replace dev ${DEVICE} root ${line}`]);

/**
 * The line of tc for a lane.
 * @param values all values of the policy
 * @param buffer of the port; the lane has no line if it is in other units than packets or bytes, and the limit of the
 * discipline
 */
export function writeTcLine(
  policy: string,
  values: ParameterValues,
  buffer: { readonly unit: string; readonly limit: number },
): TcWritten {
  const discipline = tcDisciplines.find((knownDiscipline) => knownDiscipline.policy === policy);
  if (discipline === undefined || (values.variant !== undefined && values.variant !== 'linux'))
    return { notes: ['no discipline of tc; allowed: a policy with variant=linux, pfifo, bfifo, fq, cake'] };
  const { kind, words, bufferUnit } = discipline;
  const notes: string[] = [];
  let limit: number | undefined;
  if (bufferUnit !== undefined) {
    const packetBytes = Object.hasOwn(words, 'avpkt') ? Number(values.meanPacketBytes) : MTU_BYTES;
    limit = limitIn(bufferUnit, buffer, packetBytes, notes);
    if (limit === undefined) return { notes: [`tc counts its limit in ${bufferUnit}, not in ${buffer.unit}`] };
  }
  const writtenWords = discipline.write(values, limit, notes);
  for (const word of discipline.zeroIsDefault ?? []) {
    const value = writtenWords?.[writtenWords.indexOf(word) + 1];
    if (writtenWords?.includes(word) && isZero(value)) notes.push(`${word} 0 cannot be set: Linux takes its default`);
  }
  if (writtenWords === undefined) return { notes };
  return { line: [kind, ...writtenWords].join(' '), commands: discipline.commands?.(values, DEVICE), notes };
}

/** The buffer in the unit of tc. */
function limitIn(
  unit: 'packets' | 'bytes',
  buffer: { readonly unit: string; readonly limit: number },
  packetBytes: number,
  notes: string[],
): number | undefined {
  if (buffer.unit === unit) return buffer.limit;
  if (buffer.unit !== 'packets' && buffer.unit !== 'bytes') return undefined;
  const limit =
    unit === 'bytes' ? Math.round(buffer.limit * packetBytes) : Math.max(1, Math.floor(buffer.limit / packetBytes));
  notes.push(`limit ${limit} ${unit}: the buffer of ${buffer.limit} ${buffer.unit}, at ${packetBytes} bytes a packet`);
  return limit;
}

/** A discipline of tc as a table of its words. From it, lines are read and lanes are written. */
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import { formatTcRate, formatTcTime, type TcUnit } from './tc-units.ts';
import { numberOf, refuseWord, type TcContext, type TcDiscipline, TcLineError, type TcWords } from './tc-words.ts';

type Values = Record<string, ParameterValue>;

/** All that a word of a table can have. `TcTableWord` says which of it belongs together. */
interface WordFields {
  /** Of the number that follows. A word without one is a switch. */
  readonly unit?: TcUnit;
  /** The parameter that it sets. */
  readonly sets?: string;
  /**
   * The value that it sets if the line does not have it: for a switch, whether it is on. Without this, the policy has a
   * default.
   */
  readonly valueWithout?: ParameterValue;
  /** The parameter is the number times this. */
  readonly factor?: number;
  /** tc takes no larger number. */
  readonly most?: number;
  /** From this number on, it stands for no value. */
  readonly none?: number;
  /**
   * The kernel counts a time in ticks of this length, rounded down, and prints it in microseconds, rounded down again,
   * ns.
   */
  readonly tickNs?: number;
  /** The values that a switch sets if it is on, and if it is off. */
  readonly choices?: readonly [ParameterValue, ParameterValue];
  /** The word that sets the other choice, and that is printed for it. */
  readonly opposite?: string;
  /** A sentence about it, for the user. */
  readonly note?: string;
  /** The feature that is missing here, so that the word is refused. */
  readonly missing?: string;
  /** The only number of the policy, which has no such parameter. */
  readonly only?: number;
  /** The parameters that its number sets, if a factor does not tell it. */
  read?(value: number | string | true, context: TcContext): Values;
  /** The printed words, if they are not the word and its number. */
  write?(values: ParameterValues): readonly string[];
}

/** A word that has `Present`, and may have `Possible` and a note. */
type WordWith<Present extends keyof WordFields, Possible extends keyof WordFields = never> = Required<
  Pick<WordFields, Present>
> &
  Pick<WordFields, Possible | 'note'> & {
    readonly [Absent in Exclude<keyof WordFields, Present | Possible | 'note'>]?: undefined;
  };

export type TcTableWord =
  /** A number that sets a parameter. */
  | WordWith<'unit' | 'sets', 'valueWithout' | 'factor' | 'most' | 'none' | 'tickNs' | 'write'>
  /** A switch that sets a parameter. */
  | WordWith<'sets', 'valueWithout' | 'choices' | 'opposite'>
  /** A number that sets parameters in a way of its own. */
  | WordWith<'unit' | 'read' | 'write'>
  /** The limit, where the buffer of the port is meant. */
  | WordWith<'unit' | 'valueWithout'>
  /** A word that is refused, with any number or with any but one. */
  | WordWith<'unit' | 'missing'>
  | WordWith<'unit' | 'only'>
  /** A word that sets nothing by itself: it is ignored, or turns a switch off, or `more` reads it. */
  | WordWith<never, 'unit' | 'write'>;

interface TcTable extends Omit<TcDiscipline, 'words' | 'read' | 'write'> {
  /** Lists of the words that are allowed have this order. */
  readonly words: Readonly<Record<string, TcTableWord>>;
  /** The words in the order in which tc prints them, with blanks between. */
  readonly printedWords: string;
  /** Whether the policy has a variant for Linux, which each line sets; so it is if nothing is said. */
  readonly hasVariants?: boolean;
  /** Parameters that a single word does not tell. */
  more?(words: TcWords, context: TcContext): Values;
}

/** The discipline that a table describes. */
export const createTableDiscipline = (table: TcTable): TcDiscipline => ({
  ...table,
  words: Object.fromEntries(Object.entries(table.words).map(([word, { unit }]) => [word, unit])),
  read: (words, context) => readTable(table, words, context),
  write: (values, limit, notes) => writeTable(table, values, limit, notes),
});

function readTable(table: TcTable, words: TcWords, context: TcContext): ReturnType<TcDiscipline['read']> {
  const entries = Object.entries(table.words);
  for (const [word, { missing }] of entries) if (missing !== undefined) refuseWord(words, word, missing);
  for (const [word, { most = Number.POSITIVE_INFINITY, only }] of entries) {
    const value = numberOf(words, word, 0);
    if (value > most) throw new TcLineError(`${word}: ${value} is not allowed; allowed: at most ${most}`);
    if (only !== undefined) refuseOther(words, word, only);
  }
  const { bufferUnit } = table;
  const limit = numberOf(words, 'limit', Number(table.words.limit?.valueWithout));
  return {
    values: Object.assign(
      table.hasVariants === false ? {} : { variant: 'linux' },
      ...entries.map(([word, meaning]) => readTableWord(word, meaning, words, context)),
      table.more?.(words, context),
    ),
    ...(bufferUnit === undefined ? {} : { buffer: bufferUnit === 'packets' ? { packets: limit } : { bytes: limit } }),
    notes: entries.flatMap(([word, { note }]) => (note !== undefined && words.has(word) ? [note] : [])),
  };
}

function readTableWord(word: string, meaning: TcTableWord, words: TcWords, context: TcContext): Values {
  const { unit, sets, valueWithout, none = Number.POSITIVE_INFINITY, tickNs, choices = [true, false] } = meaning;
  const value = words.get(word);
  if (meaning.read !== undefined) return value === undefined ? {} : meaning.read(value, context);
  if (sets === undefined) return {};
  if (unit === undefined) {
    const isOn = value !== undefined || (valueWithout === true && !words.has(meaning.opposite ?? ''));
    return { [sets]: choices[isOn ? 0 : 1] };
  }
  if (typeof value === 'number')
    return value < none ? { [sets]: heldNumber(value, context, tickNs) * factorOf(meaning) } : {};
  return valueWithout === undefined ? {} : { [sets]: valueWithout };
}

/** A parameter in the unit of its name by the unit of tc: us as ms, ns as us, percent as a share. */
const FACTORS: Partial<Record<TcUnit, number>> = { time: 1e-3, nanoseconds: 1e-3, percent: 0.01 };
const factorOf = ({ unit = 'number', factor = FACTORS[unit] ?? 1 }: TcTableWord) => factor;

const NS_PER_US = 1000;
/** Text has shorter times in whole microseconds. */
const EXACT_TEXT_US = 1000;

/** A printed time that the kernel counts in ticks becomes the one that gives the same ticks. */
function heldNumber(value: number, { isPrinted, isJson }: TcContext, tickNs: number | undefined): number {
  if (tickNs === undefined || !isPrinted || !(isJson || value < EXACT_TEXT_US)) return value;
  const printedTime = (us: number) => Math.floor((Math.floor((us * NS_PER_US) / tickNs) * tickNs) / NS_PER_US);
  return [value, value + 1].find((guess) => printedTime(guess) === value) ?? value;
}

/** A word whose value is the one that the policy has anyway. */
function refuseOther(words: TcWords, word: string, only: number): void {
  const value = words.get(word);
  if (value !== undefined && value !== only)
    throw new TcLineError(
      `${word}: ${value} is not allowed; allowed: ${only}, because the policy has no such parameter`,
    );
}

function writeTable(
  table: TcTable,
  values: ParameterValues,
  limit: number | undefined,
  notes: string[],
): readonly string[] | undefined {
  const writtenWords: string[] = [];
  for (const word of table.printedWords.split(' ')) {
    const meaning = table.words[word] as TcTableWord;
    const { unit, sets, opposite, most = Number.POSITIVE_INFINITY } = meaning;
    const value = sets === undefined ? limit : values[sets];
    if (meaning.write !== undefined) writtenWords.push(...meaning.write(values));
    else if (value === undefined) continue;
    else if (unit === undefined)
      writtenWords.push(
        ...[value === (meaning.choices?.[0] ?? true) ? word : opposite].filter((name) => name !== undefined),
      );
    else {
      const factor = factorOf(meaning);
      const number = factor === 1 ? Number(value) : Math.round(Number(value) * (1 / factor));
      if (number > most) {
        notes.push(`tc refuses ${word} ${number}: at most ${most}`);
        return undefined;
      }
      writtenWords.push(word, formatTcNumber(number, unit));
    }
  }
  return writtenWords;
}

function formatTcNumber(value: number, unit: TcUnit): string {
  if (unit === 'rate') return formatTcRate(value);
  return unit === 'time' ? formatTcTime(value) : String(value);
}

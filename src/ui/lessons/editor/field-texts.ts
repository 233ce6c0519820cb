/**
 * The words of the lesson editor's form: a label for each field of a step, and a help text if the label is not enough.
 */

import { lessonCurves, lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { isKeyOf } from '../../../shared/record-keys.ts';

interface FieldText {
  readonly label: string;
  readonly help?: string;
}

/** By the field's name, or by the name of the field around it and the field's name. */
const FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  kind: { label: 'Kind of step' },
  title: { label: 'Title' },
  text: { label: 'Text', help: 'An empty line begins a paragraph. **strong**, $TeX$.' },
  question: { label: 'Question' },
  ask: { label: 'Students answer with' },
  options: { label: 'Options', help: 'Mark at least one as right, and leave at least one wrong.' },
  'options.text': { label: 'Text of the option' },
  right: { label: 'This is right' },
  'options.says': { label: 'Shown to a student who chooses it' },
  misconception: {
    label: 'Misconception: the wrong idea behind it',
    help: 'For teachers: the picture of a class counts it. Students do not see it.',
  },
  items: { label: 'Items', help: 'In the right order. The page shows them to students in another order.' },
  says: { label: 'Shown after the answer' },
  'facts.says': { label: 'Words of the text that contain the number' },
  unit: { label: 'Unit' },
  answer: { label: 'Right answer' },
  tolerance: { label: 'Tolerance', help: 'Give one or both. The larger one counts.' },
  within: { label: 'Allowed error, in the unit' },
  percent: { label: 'Allowed error, %' },
  reading: { label: 'Figure that students read' },
  hint: { label: 'Hint: where the figure stands' },
  run: { label: 'Run' },
  lane: { label: 'Lane, from 1' },
  figure: { label: 'Figure' },
  class: { label: 'Class of traffic' },
  atSeconds: { label: 'Read at, s', help: 'Without this time, the step is done at the end of the run.' },
  'view.atSeconds': { label: 'Opens at, s' },
  curve: { label: 'Curve' },
  fromSeconds: { label: 'From, s' },
  toSeconds: { label: 'To, s' },
  top: { label: 'Top of the axis, in the curve’s unit' },
  proof: {
    label: 'How the answer is seen',
    help: 'After the answer the run plays to a time and stops there. What is left out comes from the step.',
  },
  'proof.runs': { label: 'Runs that are played', help: 'One run, or one lane of each of several runs.' },
  'proof.atSeconds': { label: 'Stops at, s', help: 'Without this time, at the end of the run.' },
  'proof.fromSeconds': { label: 'Plays from, s' },
  'proof.plots': { label: 'Plots that show it' },
  'proof.figures': { label: 'The quantity asked for' },
  sender: { label: 'Show the window of the first sender in place of the plots' },
  lenses: { label: 'Show the lenses in place of the plots, where there is no room for both' },
  guessPlot: {
    label: 'Plot with the predicted number as a line',
    help: 'Id of a plot with the unit of the number, such as delay.',
  },
  look: { label: 'Where to look' },
  closePercent: { label: 'Largest mean distance, % of the axis' },
  shape: { label: 'Judge the shape, not the distance' },
  'shape.fromSeconds': { label: 'Judged from, s' },
  mean: { label: 'Allowed error of the mean' },
  highest: { label: 'Allowed error of the highest value' },
  lowest: { label: 'Allowed error of the lowest value' },
  falls: { label: 'How often the curve must fall, at least' },
  drawing: { label: 'Drawing above the text', help: 'path: sender, router, link and receiver.' },
  view: { label: 'View of the page' },
  speed: { label: 'Speed, simulated seconds per second' },
  controls: { label: 'Allowed changes' },
  'controls.list': { label: 'Settings, by path', help: 'Such as buffer.packets.' },
  'answer.number': { label: 'The number' },
  plots: { label: 'Plots, from the top', help: 'Without a list, the page shows the usual plots.' },
  measurements: {
    label: 'Files of measurements',
    help: 'Addresses beside the page, such as lessons/measurements/line-1-ping.txt. Students open them in My line.',
  },
  table: { label: 'Show the table of figures in place of the plots' },
  hide: { label: 'Hide' },
  untilSeconds: { label: 'Done at, s', help: 'Without this time, the step is done at the end of the run.' },
  runs: { label: 'Runs to compare' },
  figures: { label: 'Figures of the table' },
  digits: { label: 'Significant digits of the figures' },
  model: { label: 'A good answer', help: 'Shown after the student’s answer.' },
  goals: { label: 'Goals' },
  below: { label: 'Below' },
  above: { label: 'Above' },
  solution: {
    label: 'Settings that reach the goals',
    help: 'By path, such as buffer.packets. Students do not see them.',
  },
  program: { label: 'A program of the student’s own', help: 'It takes the place of a lane’s policy.' },
  template: { label: 'Program at the start' },
  'program.solution': { label: 'A program that reaches the goals', help: 'Students do not see it.' },
  teacher: { label: 'Notes for teachers' },
  facts: { label: 'Sources of the numbers in the texts', help: 'sim -- lesson compares them with the runs.' },
  of: { label: 'Figure of the run' },
  is: {
    label: 'Terms',
    help: 'A formula of numbers, + - * / and settings of a run, such as one:buffer.packets. It is computed from left to right.',
  },
};

/** Labels of alternatives and of the options of a choice. */
const NAMES_OF_OPTIONS: Readonly<Record<string, string>> = {
  read: 'Read: a text',
  predict: 'Predict: a question before the run',
  measure: 'Measure: read a figure in the run',
  compare: 'Compare: several runs in one table',
  explain: 'Explain: an answer in words',
  challenge: 'Challenge: reach a goal',
  choice: 'choose one of several options',
  order: 'put items into order',
  number: 'a number',
  sketch: 'sketch a curve',
  list: 'some settings',
  all: 'everything',
  none: 'nothing',
  of: 'a figure of a run',
  is: 'arithmetic',
  figures: 'figures',
  plots: 'plots',
  lenses: 'lenses',
  queues: 'queues',
};

/** Names with another meaning in another field. */
const NAMES_OF_OPTIONS_IN_FIELDS: Readonly<Record<string, string>> = {
  'kind.run': 'Run: play to a time',
  'answer.run': 'a figure of a run',
};

const formatLabelledUnit = ({ label, unit }: { readonly label: string; readonly unit: string }) =>
  unit === '' ? label : `${label}, ${unit}`;

export const hasFieldText = (name: string): boolean => Object.hasOwn(FIELD_TEXTS, name);

/** @param parent name of the field around it */
export function fieldTextAt(name: string, parent: string): FieldText {
  return FIELD_TEXTS[`${parent}.${name}`] ?? FIELD_TEXTS[name] ?? { label: name };
}

/** @param field the name of the field that offers it */
export function optionName(option: string, field: string): string {
  if (field === 'figure' && isKeyOf(lessonFigures, option)) return formatLabelledUnit(lessonFigures[option]);
  if (field === 'curve' && isKeyOf(lessonCurves, option)) return formatLabelledUnit(lessonCurves[option]);
  return NAMES_OF_OPTIONS_IN_FIELDS[`${field}.${option}`] ?? NAMES_OF_OPTIONS[option] ?? option;
}

/**
 * How the parts of the page stand: the final state of the layout, computed once from the room, the lesson, the theme and
 * the open panels. `app.css` has one template for each; no other style sheet combines these states.
 */

/** What the layout depends on. */
interface PageParts {
  readonly scrolls: boolean;
  /** The controls that a step of a lesson shows: `none`, `some` or `all`; undefined outside of a lesson. */
  readonly lesson: string | undefined;
  readonly isProjected: boolean;
  readonly isBare: boolean;
  readonly hasOpenControls: boolean;
  readonly hasInspector: boolean;
}

interface PageLayout {
  /**
   * `panes`: controls or inspector beside the lanes. `wide`: the lanes alone. `lesson`: the lesson and, below it, the
   * controls of its step. `lesson-controls`: lesson, lanes and controls. `column`: one below another. `column-lesson`:
   * the same, with the controls of a step beside the lesson.
   */
  readonly layout: 'panes' | 'wide' | 'lesson' | 'lesson-controls' | 'column' | 'column-lesson';
  readonly hidesControls: boolean;
  /** The header has a button for the controls. */
  readonly offersControls: boolean;
}

export function pageLayoutOf({ lesson, ...parts }: PageParts): PageLayout {
  const { scrolls, isProjected } = parts;
  const isPlain = lesson === 'none';
  const hidesControls = isPlain || !(parts.hasOpenControls || (scrolls ? lesson : !isProjected));
  const beside = parts.isBare || (hidesControls && !parts.hasInspector) ? 'wide' : 'panes';
  const withLesson = lesson === 'all' ? 'lesson-controls' : 'lesson';
  return {
    layout: scrolls ? (lesson && !isPlain ? 'column-lesson' : 'column') : lesson ? withLesson : beside,
    hidesControls,
    offersControls: scrolls ? !lesson : isProjected && !isPlain,
  };
}

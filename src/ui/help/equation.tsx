/**
 * An equation, or a symbol in a line of text. KaTeX typesets it and is loaded when the first one is shown. Until it is
 * loaded, and if it cannot be loaded, the TeX source is shown.
 */
import { useEffect, useRef, useState } from 'react';
import { loadPart } from '../../app/loading/loading.ts';
import { classes } from '../shell/classes.ts';

async function typesetter() {
  const load = () => Promise.all([import('katex'), import('./equation.css')]);
  const [{ default: katex }] = await loadPart(load);
  return katex;
}

export function Equation({
  tex,
  inline = false,
  left = false,
}: {
  readonly tex: string;
  readonly inline?: boolean;
  /** It begins at the left edge of the text, and is not in the middle. */
  readonly left?: boolean;
}) {
  const element = useRef<HTMLSpanElement>(null);
  const [typeset, setTypeset] = useState(false);
  useEffect(() => {
    let gone = false;
    typesetter()
      .then((katex) => {
        if (gone || element.current === null) return;
        // A lesson may come from any person, so there are no links or pictures (`trust`), and nothing larger than a few
        // lines.
        katex.render(tex, element.current, {
          throwOnError: true,
          displayMode: !inline,
          trust: false,
          strict: 'ignore',
          maxSize: 10,
          maxExpand: 200,
        });
        setTypeset(true);
      })
      .catch(() => setTypeset(false));
    return () => {
      gone = true;
    };
  }, [tex, inline]);
  return (
    <span className={classes('equation', typeset && !inline && 'displayed', left && 'equation-left')}>
      <span ref={element} />
      {!typeset && <code>{tex}</code>}
    </span>
  );
}

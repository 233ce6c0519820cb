/**
 * An equation, or a symbol in a line of text. KaTeX typesets it and is loaded when the first one is shown. Until it is
 * loaded, and if it cannot be loaded, the TeX source is shown.
 */
import { useEffect, useRef, useState } from 'react';
import { loadPart } from '../../app/loading/loading.ts';
import { joinClassNames } from '../shell/class-names.ts';

export async function loadTypesetter() {
  const load = () => Promise.all([import('katex'), import('./equation.css')]);
  const [{ default: katex }] = await loadPart(load);
  return katex;
}

interface EquationProps {
  readonly tex: string;
  readonly isInline?: boolean;
  /** Whether it begins at the left edge of the text, not in the middle. */
  readonly isLeft?: boolean;
}

export function Equation({ tex, isInline = false, isLeft = false }: EquationProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isTypeset, setIsTypeset] = useState(false);
  useEffect(() => {
    let hasLeft = false;
    loadTypesetter()
      .then((katex) => {
        if (hasLeft || element.current === null) return;
        // A lesson may come from any person, so there are no links or pictures (`trust`), and nothing larger than a few
        // lines.
        katex.render(tex, element.current, {
          throwOnError: true,
          displayMode: !isInline,
          trust: false,
          strict: 'ignore',
          maxSize: 10,
          maxExpand: 200,
        });
        setIsTypeset(true);
      })
      .catch(() => setIsTypeset(false));
    return () => {
      hasLeft = true;
    };
  }, [tex, isInline]);
  return (
    <span className={joinClassNames('equation', isTypeset && !isInline && 'displayed', isLeft && 'equation-left')}>
      <span ref={element} />
      {!isTypeset && <code>{tex}</code>}
    </span>
  );
}

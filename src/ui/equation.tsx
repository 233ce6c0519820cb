/** An equation, typeset by KaTeX, which is loaded when the first one is shown. Until then, and without it, the TeX. */
import { useEffect, useRef, useState } from 'react';

async function typesetter() {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
  return katex;
}

export function Equation({ tex }: { readonly tex: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [typeset, setTypeset] = useState(false);
  useEffect(() => {
    let gone = false;
    typesetter()
      .then((katex) => {
        if (gone || place.current === null) return;
        katex.render(tex, place.current, { throwOnError: false, displayMode: true });
        setTypeset(true);
      })
      .catch(() => setTypeset(false));
    return () => {
      gone = true;
    };
  }, [tex]);
  return (
    <span className="equation">
      <span ref={place} />
      {!typeset && <code>{tex}</code>}
    </span>
  );
}

/** Parts that come after the first picture of a component, so that an input is answered sooner. */
import { useEffect, useState } from 'react';

/** False in the first picture of a component, then true: for what can come after an answer to an input. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}

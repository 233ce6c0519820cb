/** The link of an embedded page. Loaded only there. */
import { useEffect, useState } from 'react';
import { runHash } from './address/run-urls.ts';
import { usePage } from './context.tsx';

/** Link from an embedded page to the whole page with the same run. */
export function WholePageLink() {
  const run = usePage((state) => state.run);
  const [hash, setHash] = useState('');
  useEffect(() => {
    let isStale = false;
    const set = (url: string) => isStale || setHash(url);
    runHash(run, {}).then(set, () => set(location.hash.slice(1)));
    return () => {
      isStale = true;
    };
  }, [run]);
  return (
    <a href={`#${hash}`} target="_blank" rel="noopener">
      Open in Bufferscope
    </a>
  );
}

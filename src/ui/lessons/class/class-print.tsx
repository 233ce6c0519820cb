/** The picture of a class on paper, in place of the page, however the printing was started. */

import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { ClassPicture } from '../../../lessons/class/class-picture.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { ClassMisconceptions, type OptionFilter, ShownStudents } from './class-misconceptions.tsx';
import { RemarkList } from './class-remarks.tsx';
import { ClassStep } from './class-step.tsx';
import '../../saving/print.css';
import './class-print.css';

interface ClassPrintProps {
  readonly title: string;
  readonly picture: ClassPicture;
  readonly names: readonly string[];
  readonly filter: OptionFilter | undefined;
  readonly remarks: readonly string[];
}

export function ClassPrint({ title, picture, names, filter, remarks }: ClassPrintProps) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const onPrint = () => {
      // The browser takes the page when this listener has returned.
      flushSync(() => setIsPrinting(true));
      dataset.printed = '';
    };
    const onPrinted = () => {
      delete dataset.printed;
      setIsPrinting(false);
    };
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrinted);
    return () => {
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrinted);
    };
  }, []);
  if (!isPrinting) return null;
  return createPortal(
    <article className="class-print printed">
      <h1>{title}: answers of a class</h1>
      <p>
        {filter === undefined ? (
          formatCount(picture.memberCount, 'student')
        ) : (
          <ShownStudents count={picture.memberCount} filter={filter} />
        )}
      </p>
      {remarks.length > 0 && (
        <>
          <p>Remarks on the files of all students:</p>
          <RemarkList remarks={remarks} />
        </>
      )}
      {picture.misconceptions.length > 0 && <ClassMisconceptions misconceptions={picture.misconceptions} />}
      {picture.steps.map((step) => (
        <ClassStep key={step.number} step={step} picture={picture} names={names} sortsOptions={false} />
      ))}
    </article>,
    document.body,
  );
}

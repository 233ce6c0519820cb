/** The picture of a class on paper, in place of the page. */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ClassPicture } from '../../../lessons/class/class-picture.ts';
import { useLatest } from '../../shell/effects.ts';
import { ClassMisconceptions } from './class-misconceptions.tsx';
import { ClassStep } from './class-step.tsx';
import './class-print.css';

export function ClassPrint({
  title,
  picture,
  names,
  onDone,
}: {
  readonly title: string;
  readonly picture: ClassPicture;
  readonly names: readonly string[];
  readonly onDone: () => void;
}) {
  const latestOnDone = useLatest(onDone);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.classPrint = '';
    print();
    delete dataset.classPrint;
    latestOnDone.current();
  }, [latestOnDone]);
  return createPortal(
    <article className="class-print">
      <h1>{title}: answers of a class</h1>
      <p>{picture.memberCount} students</p>
      {picture.misconceptions.length > 0 && <ClassMisconceptions misconceptions={picture.misconceptions} />}
      {picture.steps.map((step) => (
        <ClassStep key={step.number} step={step} picture={picture} names={names} sortsOptions={false} />
      ))}
    </article>,
    document.body,
  );
}

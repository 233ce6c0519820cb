/** Texts that views show in the same way. */
import type { ComponentProps, ReactNode } from 'react';
import type { Parameter } from '../../params/schema.ts';

/** A list of sentences, or nothing. */
export function Bullets({ texts, ...list }: ComponentProps<'ul'> & { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="bullets note" {...list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Something that went wrong. Screen readers read it out at once. */
export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <p className="notice" role="alert">
      {children}
    </p>
  );
}

/** A state that the user should know. Screen readers read it out after what they are reading. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <p className="notice" role="status">
      {children}
    </p>
  );
}

/** The name of a parameter, and its symbol as the field writes it: `min_th` with a lowered index. */
export function ParameterName({ parameter: { label, symbol } }: { readonly parameter: Parameter }) {
  const [main, sub] = symbol?.split('_') ?? [];
  return (
    <>
      {label}
      {main !== undefined && (
        <i className="parameter-symbol">
          {' '}
          {main}
          {sub !== undefined && <sub>{sub}</sub>}
        </i>
      )}
    </>
  );
}

interface WordProps {
  /** The point of its baseline from which it begins, or where its middle or end is. */
  readonly at: readonly [x: number, y: number, anchor?: 'start' | 'middle' | 'end'];
  readonly children: ReactNode;
}

/** A muted word of a drawing. */
export function Word({ at: [x, y, anchor], children }: WordProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className="muted">
      {children}
    </text>
  );
}

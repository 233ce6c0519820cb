/** Texts that views show in the same way. */
import type { ComponentProps, ReactNode } from 'react';

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

/** The custom properties that components set on their elements, for the types of `style`. */
import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Place on the timeline: part of the duration of the run, 0 to 1. */
    '--part'?: number;
  }
}

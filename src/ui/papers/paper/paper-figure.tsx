/** A picture of a paper with its heading and the menu that saves it. */
import { type ReactNode, useRef } from 'react';
import type { SaveOrigin } from '../../saving/save-as.ts';
import { SaveMenu } from '../../saving/save-menu.tsx';
import type { SavedTable } from '../../saving/saving.ts';
import './paper-figure.css';

interface PaperFigureProps {
  readonly from: SaveOrigin;
  /** Its values. */
  readonly createTable: () => SavedTable;
  readonly title: string;
  /** The picture has its title inside. */
  readonly hasInnerTitle?: boolean;
  /** Id of its diagram, if the drawing is the whole diagram. */
  readonly anchor?: string;
  /** The origin of the measurement. */
  readonly origin?: string;
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}

export function PaperFigure({
  from,
  createTable,
  title,
  anchor,
  hasInnerTitle = false,
  origin = '',
  isEmpty = false,
  children,
}: PaperFigureProps) {
  const figure = useRef<HTMLElement>(null);
  const getSaveSource = () => {
    const svg = figure.current?.querySelector('svg');
    return svg ? { svg } : undefined;
  };
  return (
    <figure ref={figure} className="paper-figure" data-at={anchor} tabIndex={anchor === undefined ? undefined : -1}>
      <figcaption className="paper-figure-name row">
        <span className="spacer">
          {!hasInnerTitle && title} {origin !== '' && <span className="paper-origin muted note">{origin}</span>}
        </span>
        {!isEmpty && <SaveMenu title={title} createTable={createTable} getSaveSource={getSaveSource} from={from} />}
      </figcaption>
      {isEmpty ? <p className="muted">Not measured yet.</p> : children}
    </figure>
  );
}

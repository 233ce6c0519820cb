/** Saves the plot or table beside it as a file: numbers as CSV, drawings (or the table as a drawing) as SVG or PNG. */
import { useEffect, useRef, useState } from 'react';
import { fetched, messageOf } from '../../app/loading.ts';
import { LongLink } from '../../app/long-link.ts';
import { useTools } from '../shell/context.tsx';
import { linkHash } from '../shell/links.ts';
import type { SavedDrawing, SavedTable } from './saving.ts';
import './save-menu.css';

/** Where a file comes from, where that is not the run on the page. */
export interface SavedFrom {
  /** Begins the name of the file. */
  readonly name: string;
  /** What was measured, in words. */
  readonly words: string;
  /** What stands behind the `#` of its address. */
  readonly hash: string;
}

interface Props {
  /** Title of what is saved; it names the files. */
  readonly what: string;
  /** Left out where a drawing has no numbers to save. */
  readonly table?: () => SavedTable;
  /** Left out for a table. */
  readonly drawing?: () => SavedDrawing | undefined;
  readonly from?: SavedFrom;
  /** A form that asks for more before it saves. */
  readonly more?: { readonly form: string; readonly open: () => void };
}

const FORMS = ['CSV', 'SVG', 'PNG'] as const;
type Form = (typeof FORMS)[number];

/** Where a run is too long for a link, its origin is the page. */
function emptyWhereLong(error: unknown): string {
  if (error instanceof LongLink) return '';
  throw error;
}

export function SaveMenu({ what, table, drawing, from, more }: Props) {
  const { page } = useTools();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [open]);
  const save = async (form: Form) => {
    setOpen(false);
    button.current?.focus();
    try {
      const { run, embedding } = page.state;
      // What is seen now is saved, not what is there when all has been loaded.
      const seconds = page.session.timeNs / 1e9;
      const rows = table?.();
      const [saving, hash] = await Promise.all([
        fetched(() => import('./saving.ts')),
        from?.hash ?? linkHash(run, embedding).catch(emptyWhereLong),
      ]);
      const link = `${location.href.split('#')[0]}#${hash}`;
      const origin = from === undefined ? saving.originOf(run, seconds, link) : { ...from, link };
      if (form === 'CSV') return rows && saving.saveCsv(what, rows, origin);
      const drawn = drawing === undefined ? rows && { table: rows } : drawing();
      if (drawn === undefined) throw new Error('nothing has been drawn yet');
      if (form === 'SVG') saving.saveSvg(what, drawn, origin);
      else await saving.savePng(what, drawn, origin);
    } catch (error) {
      page.notify(`${what} could not be saved as ${form}: ${messageOf(error)}`);
    }
  };
  const forms = FORMS.filter((form) => form !== 'CSV' || table !== undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from wherever the focus is in it
    <span
      className="save-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-label={`Save ${what}`}
        title={`Save as ${[...forms, ...(more === undefined ? [] : [more.form])].join(', ')}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        ⤓
      </button>
      {open && (
        <span className="save-forms">
          {forms.map((form) => (
            <button key={form} type="button" aria-label={`Save ${what} as ${form}`} onClick={() => void save(form)}>
              {form}
            </button>
          ))}
          {more !== undefined && (
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                more.open();
              }}
            >
              {more.form}
            </button>
          )}
        </span>
      )}
    </span>
  );
}

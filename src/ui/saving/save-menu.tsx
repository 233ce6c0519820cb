/** Saves the plot or table beside it as a file: numbers as CSV, drawings (or the table as a drawing) as SVG or PNG. */
import { useRef, useState } from 'react';
import { useTools } from '../shell/context.tsx';
import { usePressOutside } from '../shell/effects.ts';
import { formsOf, type Savable, saveAs } from './save-as.ts';
import './save-menu.css';

export function SaveMenu(saved: Savable) {
  const { page } = useTools();
  const { what } = saved;
  const [open, setOpen] = useState(false);
  const menu = usePressOutside<HTMLSpanElement>(open, () => setOpen(false));
  const button = useRef<HTMLButtonElement>(null);
  const forms = formsOf(saved);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from any focused element in it
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
        title={`Save as ${forms.join(', ')}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        ⤓
      </button>
      {open && (
        <span className="save-forms floating">
          {forms.map((form) => (
            <button
              key={form}
              type="button"
              aria-label={`Save ${what} as ${form}`}
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                void saveAs(page, form, saved);
              }}
            >
              {form}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}

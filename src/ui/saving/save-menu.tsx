/** Saves the plot or table beside it as a file: numbers as CSV, drawings (or the table as a drawing) as SVG or PNG. */
import { useTools } from '../shell/context.tsx';
import { useMenu } from '../shell/effects.ts';
import { formsOf, type SavableContent, saveAs } from './save-as.ts';
import './save-menu.css';

export function SaveMenu(saved: SavableContent) {
  const { page } = useTools();
  const { what } = saved;
  const { isOpen, toggle, around } = useMenu();
  const forms = formsOf(saved);
  return (
    <span className="save-menu" {...around}>
      <button
        type="button"
        className="quiet"
        aria-label={`Save ${what}`}
        title={`Save as ${forms.join(', ')}`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        ⤓
      </button>
      {isOpen && (
        <span className="save-forms floating">
          {forms.map((form) => (
            <button
              key={form}
              type="button"
              aria-label={`Save ${what} as ${form}`}
              onClick={() => {
                toggle();
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

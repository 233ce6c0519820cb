/** Saves the plot or table beside it as a file: numbers as CSV, drawings (or the table as a drawing) as SVG or PNG. */
import { Button } from '../parts/button.tsx';
import { usePageContext } from '../shell/context.tsx';
import { useMenu } from '../shell/effects.ts';
import { type SavableContent, savableFormats, saveAs } from './save-as.ts';
import './save-menu.css';

export function SaveMenu(content: SavableContent) {
  const { page } = usePageContext();
  const { title } = content;
  const { isOpen, toggle, containerProps } = useMenu();
  const formats = savableFormats(content);
  return (
    <span className="save-menu anchor screen-only" {...containerProps}>
      <Button
        className="quiet"
        aria-label={`Save ${title}`}
        title={`Save as ${formats.join(', ')}`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        ⤓
      </Button>
      {isOpen && (
        <span className="save-forms menu floating row">
          {formats.map((format) => (
            <Button
              key={format}
              aria-label={`Save ${title} as ${format}`}
              onClick={() => {
                toggle();
                void saveAs(page, format, content);
              }}
            >
              {format}
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}

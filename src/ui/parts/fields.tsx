/** The fields of forms. Each calls a function with its new value. */
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly options: Iterable<readonly [value: string | number, text: ReactNode]>;
  readonly onChoose: (value: string) => void;
}

export function Select({ options, onChoose, ...select }: SelectProps) {
  return (
    <select {...select} onChange={({ target }) => onChoose(target.value)}>
      {Array.from(options, ([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface TextInputProps extends ComponentProps<'input'> {
  readonly onText: (text: string) => void;
}

export function TextInput({ onText, ...input }: TextInputProps) {
  return <input type="text" {...input} onChange={({ target }) => onText(target.value)} />;
}

/** A text field below its name. */
export function LabelledInput({ label, ...input }: TextInputProps & { readonly label: ReactNode }) {
  return (
    <label className="field">
      {label}
      <TextInput {...input} />
    </label>
  );
}

interface TickProps extends ComponentProps<'input'> {
  readonly onTick: (isTicked: boolean) => void;
}

/** A checkbox before its name. With `type="radio"` it is one of several, and calls its function when it is chosen. */
export function Tick({ className = 'row', title, onTick, children, ...input }: TickProps) {
  return (
    <label className={className} title={title}>
      <input type="checkbox" {...input} onChange={({ target }) => onTick(target.checked)} /> {children}
    </label>
  );
}

interface FileButtonProps extends Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'title' | 'children'> {
  /** Names the files that it opens. */
  readonly label: string;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A button that lets the user choose files, also the same ones again. */
export function FileButton({ label, title, onFiles, children, ...input }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title={title} onClick={() => chooser.current?.click()}>
        {children}
      </Button>
      <input
        ref={chooser}
        type="file"
        aria-label={label}
        hidden
        {...input}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          target.value = '';
          if (first !== undefined) onFiles([first, ...others]);
        }}
      />
    </>
  );
}

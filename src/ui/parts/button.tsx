/** The buttons of the page. */
import type { ComponentProps } from 'react';
import { joinClassNames } from '../shell/class-names.ts';

/** A button that submits no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

interface ToggleButtonProps extends ComponentProps<'button'> {
  readonly isOn: boolean;
}

/** A choice that is on or off. */
export function ToggleButton({ isOn, className, ...button }: ToggleButtonProps) {
  return <Button {...button} className={joinClassNames('choice', className)} aria-pressed={isOn} />;
}

interface CloseButtonProps {
  readonly label?: string;
  readonly onClick: () => void;
}

export function CloseButton({ label = 'Close', onClick }: CloseButtonProps) {
  return (
    <Button className="quiet" aria-label={label} onClick={onClick}>
      ×
    </Button>
  );
}

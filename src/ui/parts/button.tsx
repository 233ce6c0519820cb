/** The buttons of the page. */
import type { ComponentProps } from 'react';

/** A button that submits no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
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

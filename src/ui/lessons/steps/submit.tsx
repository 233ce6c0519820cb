import { Button } from '../../parts/button.tsx';

/**
 * A button that gives the answer, or removes it if another try is allowed. These are two buttons. One button that
 * changes its type during a click would submit the form.
 */
export function SubmitAnswer({
  isAnswered,
  disabled,
  onAgain,
}: {
  readonly isAnswered: boolean;
  readonly disabled: boolean;
  readonly onAgain?: (() => void) | undefined;
}) {
  if (isAnswered && onAgain === undefined) return null;
  return (
    <p className="cluster">
      {isAnswered ? (
        <Button key="again" onClick={onAgain}>
          Try another answer
        </Button>
      ) : (
        <button key="answer" type="submit" className="primary" disabled={disabled}>
          This is my answer
        </button>
      )}
    </p>
  );
}

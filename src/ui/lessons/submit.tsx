/** A button that gives the answer, or takes it back where another try is allowed. Two buttons: one that changed its type under a click would submit. */
export function Submit({
  answered,
  disabled,
  onAgain,
}: {
  readonly answered: boolean;
  readonly disabled: boolean;
  readonly onAgain?: (() => void) | undefined;
}) {
  if (answered && onAgain === undefined) return null;
  return (
    <p className="buttons">
      {answered ? (
        <button key="again" type="button" onClick={onAgain}>
          Try another answer
        </button>
      ) : (
        <button key="answer" type="submit" className="primary" disabled={disabled}>
          This is my answer
        </button>
      )}
    </p>
  );
}

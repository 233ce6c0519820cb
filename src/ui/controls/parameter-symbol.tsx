/** The symbol of a parameter, as the field writes it: `min_th` with a lowered index. */
import './parameter-symbol.css';

export function ParameterSymbol({ text }: { readonly text: string }) {
  const [main, sub] = text.split('_');
  return (
    <i className="parameter-symbol">
      {' '}
      {main}
      {sub !== undefined && <sub>{sub}</sub>}
    </i>
  );
}

/** The texts of the cards. They are loaded with the first card. */

import { formatAllowedValues } from '../../params/check-value.ts';
import { lastKey } from '../../params/path.ts';
import type { Parameter } from '../../params/schema.ts';
import { ParameterName } from '../parts/texts.tsx';
import { Equation } from './equation.tsx';
import { helpOfParameter } from './help-texts.ts';
import { glossaryTerms, parameterTerms, type TermId, type TermText } from './terms.ts';

export function TermCard({ id }: { readonly id: TermId }) {
  const term: TermText = glossaryTerms[id];
  return (
    <>
      <h3>{term.name}</h3>
      <p>{term.text}</p>
      {term.equation !== undefined && <Equation tex={term.equation} isLeft />}
      {term.source !== undefined && <p className="muted">{term.source}</p>}
    </>
  );
}

export function ParameterCard({ path, parameter }: { readonly path: string; readonly parameter: Parameter }) {
  const term = parameterTerms[lastKey(path)];
  return (
    <>
      <h3>
        <ParameterName parameter={parameter} />
      </h3>
      <p>
        {helpOfParameter(parameter)}
        {parameter.live === false && ' A change restarts the run.'}
      </p>
      {parameter.kind !== 'boolean' && <p className="muted">Allowed: {formatAllowedValues(parameter)}</p>}
      {parameter.source !== undefined && <p className="muted">{parameter.source}</p>}
      {term !== undefined && <TermCard id={term} />}
    </>
  );
}

/** The short forms of a paper, spelled out before the claims and tables that use them. */
import type { PaperTerm } from '../../../papers/paper.ts';
import './paper-terms.css';

export function PaperTerms({ terms }: { readonly terms: readonly PaperTerm[] }) {
  return (
    <section className="paper-terms note" aria-labelledby="paper-terms">
      <h4 id="paper-terms" className="paper-terms-title">
        Short forms
      </h4>
      <dl>
        {terms.map(({ name, meaning }) => (
          <div key={name} className="paper-term">
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

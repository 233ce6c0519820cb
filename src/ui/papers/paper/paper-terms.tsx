/** The short forms of a paper, spelled out before the claims and tables that use them. */
import type { Paper } from '../../../papers/paper.ts';
import { joinClassNames } from '../../shell/class-names.ts';
import './paper-terms.css';

interface PaperTermsProps extends Pick<Paper, 'terms'> {
  /** Whether each meaning begins in the line of its short form. */
  readonly isNarrow?: boolean;
}

export function PaperTerms({ terms, isNarrow = false }: PaperTermsProps) {
  return (
    <section
      className={joinClassNames('paper-terms note', isNarrow && 'paper-terms-narrow')}
      aria-labelledby="paper-terms"
    >
      <h4 id="paper-terms" className="paper-terms-title">
        Short forms
      </h4>
      <dl>
        {Object.entries(terms).map(([name, meaning]) => (
          <div key={name} className="paper-term">
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Beside the control of a policy's variant: opens the table of its rules. */
import { useState } from 'react';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { lastKey, parsePath } from '../../params/path.ts';
import { Button } from '../parts/button.tsx';
import { usePage } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';

const VariantsDialog = lazyPart(
  'The rules of the variants',
  async () => (await import('../help/variants/variants-dialog.tsx')).VariantsDialog,
);

/** Whether a control chooses the variant of a lane's policy. */
export const isVariantPath = (path: string) => lastKey(path) === 'variant' && parsePath(path)?.group === 'policy';

/** @param path of the variant of a lane's policy */
export function VariantHelp({ path }: { readonly path: string }) {
  const policy = usePage((state) => state.run.lanes[parsePath(path)?.lane ?? 0]?.policy);
  const [isOpen, setIsOpen] = useState(false);
  if (policy === undefined || policy === PROGRAM_POLICY) return null;
  return (
    <div className="ends">
      <span />
      <Button className="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Compare the variants
      </Button>
      {isOpen && <VariantsDialog policy={policy} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

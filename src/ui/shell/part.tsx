/** Parts of the page that are loaded when they are needed. If one cannot be loaded or throws, only this part fails. */
import { Component, type ComponentType, memo, type ReactNode, useState } from 'react';
import { errorMessage, loadPart, NotLoadedError } from '../../app/loading/loading.ts';
import { Button } from '../parts/button.tsx';
import { reloadKeepingRun } from './address/reload.ts';
import { usePageContext } from './context.tsx';
import { useOnChange } from './effects.ts';
import './notices.css';

/** If a part can be closed, its failure can be closed too. */
export interface ClosableProps {
  readonly onClose?: (() => void) | undefined;
}

/** The content at the place of a part: nothing while it is loading, or the reason of its failure. */
type PlaceRenderer = (content: ReactNode, isBusy: boolean) => ReactNode;

type PropsOf<T> = T extends ComponentType<infer Props> ? Props : never;

/**
 * @param partName the name of the part in a sentence: "The controls"
 * @param name of the component in its module
 * @param renderInPlace keeps its space on the page until it is loaded
 */
export function lazyPart<Module, Name extends keyof Module>(
  partName: string,
  load: () => Promise<Module>,
  name: Name,
  renderInPlace: PlaceRenderer = (content) => content,
): ComponentType<PropsOf<Module[Name]> & ClosableProps> {
  type Props = PropsOf<Module[Name]>;
  let Loaded: ComponentType<Props> | undefined;
  // Without Suspense: React shows suspended content only when nothing else must be rendered, and a run that plays on a
  // slow machine renders all the time.
  return memo(function Part(props: Props & ClosableProps) {
    const [tries, setTries] = useState(0);
    const [missing, setMissing] = useState<{ readonly error: unknown }>();
    const [, setLoaded] = useState(Loaded !== undefined);
    useOnChange(tries, () => {
      let hasLeft = false;
      if (Loaded !== undefined) return;
      loadPart(load).then(
        (loadedModule) => {
          Loaded = loadedModule[name] as ComponentType<Props>;
          if (!hasLeft) setLoaded(true);
        },
        (error) => hasLeft || setMissing({ error }),
      );
      return () => {
        hasLeft = true;
      };
    });
    const retry = () => {
      setMissing(undefined);
      setTries(tries + 1);
    };
    let content = renderInPlace(null, true);
    if (Loaded !== undefined) content = <Loaded {...props} />;
    else if (missing !== undefined) content = <MissingPart {...missing} />;
    return (
      <PartBoundary partName={partName} renderInPlace={renderInPlace} onRetry={retry} onClose={props.onClose}>
        {content}
      </PartBoundary>
    );
  }) as ComponentType<Props & ClosableProps>;
}

function MissingPart({ error }: { readonly error: unknown }): ReactNode {
  throw error;
}

interface BoundaryProps extends ClosableProps {
  readonly partName: string;
  readonly renderInPlace?: PlaceRenderer;
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
  readonly retryCount: number;
}

/** Catches errors of its content, so that the rest of the page continues. */
export class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, retryCount: 0 };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { partName, renderInPlace, onRetry, onClose, children } = this.props;
    const { failure, retryCount } = this.state;
    if (failure === undefined) return children;
    const retry = () => {
      this.setState({ failure: undefined, retryCount: retryCount + 1 });
      onRetry?.();
    };
    const isAgain = retryCount > 0;
    const content = (
      <PartFailure partName={partName} error={failure.error} isAgain={isAgain} onRetry={retry} onClose={onClose} />
    );
    return renderInPlace?.(content, false) ?? content;
  }
}

interface PartFailureProps extends ClosableProps {
  readonly partName: string;
  readonly error: unknown;
  /** Whether it has failed before, and was tried again. */
  readonly isAgain?: boolean;
  readonly onRetry: () => void;
}

/** The message at the place of a missing part. */
export function PartFailure({ partName, error, isAgain = false, onRetry, onClose }: PartFailureProps) {
  const { page } = usePageContext();
  const isMissing = error instanceof NotLoadedError;
  const failureText = isMissing ? 'could not be loaded' : 'stopped because of an error';
  return (
    <div className={onClose === undefined ? 'part-failed' : 'part-failed floating screen-only'} role="alert">
      <p>
        {partName} {failureText}: {errorMessage(error)}.
        {/* Firefox never fetches a script again that it could not fetch once. */}
        {isMissing && isAgain && ' This browser perhaps cannot load it again. Reload the page: the run is restored.'}
      </p>
      <Button onClick={onRetry}>Try again</Button>
      <Button title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
        Reload
      </Button>
      {onClose !== undefined && <Button onClick={onClose}>Close</Button>}
    </div>
  );
}

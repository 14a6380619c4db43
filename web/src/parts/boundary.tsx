import { Component, type ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface Props {
  readonly children: ReactNode;
}

/** A page that fails while it is drawn says so, and leaves the rest of the app as it is. */
export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ErrorNote error={this.state.error} onRetry={() => location.reload()} />;
  }
}

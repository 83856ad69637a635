import { EmptyState } from '@chartroom/ui';
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What broke, e.g. 'This page'. */
  what: string;
}

/** Keeps a fault in one part from taking the whole page with it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        title="Unexpected error"
        description={`${this.props.what} could not be shown: ${error.message}`}
        action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      />
    );
  }
}

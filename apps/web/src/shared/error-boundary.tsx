import { EmptyState } from '@chartroom/ui';
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What is said of a fault, before what the fault says itself. */
  told: string;
}

/** What browsers say when a file of the page is not there any more. */
const PART_IS_GONE = /dynamically imported module|importing a module script failed/i;

/** Keeps a fault in one part from taking the whole page with it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (PART_IS_GONE.test(error.message)) {
      return (
        <EmptyState
          title="This page is out of date"
          description="A part of it could not be fetched: the product has been brought up to date since the page was opened, or the server cannot be reached."
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        />
      );
    }
    return (
      <EmptyState
        title="Unexpected error"
        description={`${this.props.told}: ${error.message}`}
        action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      />
    );
  }
}

import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { standaloneOf } from '../base/standalone.ts';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';
import { useStrayFiles } from './stray-files.ts';

/** The frame of every screen: navigation above (unless `standalone` hides it), the screen below. */
export function Shell() {
  useStrayFiles();
  const location = useLocation();
  const pending = useRouterState({ select: (state) => state.isLoading });
  const isFramed = location.pathname.startsWith('/embedded/');
  const standalone = standaloneOf(new URLSearchParams(location.searchStr));
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {standalone === 0 && !isFramed && <Navigation />}
      <div className={styles.progress} data-pending={pending} aria-hidden="true" />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={location.pathname} told="This page could not be shown">
          <Outlet />
        </ErrorBoundary>
      </main>
    </div>
  );
}

import type { BundleKind } from './parse-bundle.ts';

/** What an import may replace, and the secrets that bundles leave out. */
export interface ImportOptions {
  kind: BundleKind;
  /** Kinds whose existing things are replaced. */
  overwrites: ReadonlySet<Exclude<BundleKind, 'assets'>>;
  /** File → password. */
  passwords: Record<string, string>;
}

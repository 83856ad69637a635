import type { BundleKind } from './parse-bundle.ts';

/** What an import may replace, and the secrets that bundles leave out. */
export interface ImportOptions {
  kind: BundleKind;
  /** Kinds whose existing things are replaced. */
  overwrites: ReadonlySet<Exclude<BundleKind, 'assets'>>;
  /** File → password. */
  passwords: Record<string, string>;
  /** Whether an `assets` bundle may refer to things of this house that it does not hold. */
  sparse: boolean;
  /** Notes what a file says and this house does not take over. */
  leaveOut(path: string, reason: string): void;
}

/** Whether what a bundle refers to may also stand here; bundles of everything have to say so (contract §5.3). */
export function mayReferToExisting(options: ImportOptions): boolean {
  return options.kind !== 'assets' || options.sparse;
}

/** Why a reference leads nowhere. */
export function nowhere(what: string, uuid: string, options: ImportOptions): string {
  return mayReferToExisting(options)
    ? `There is no ${what} ${uuid} in the bundle or here`
    : `There is no ${what} ${uuid} in the bundle; with sparse=true one that is here is taken`;
}

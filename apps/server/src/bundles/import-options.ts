import type { BundleSecrets } from '@chartroom/model';
import type { BundleKind } from './parse-bundle.ts';

export const NO_SECRETS: BundleSecrets = {
  passwords: {},
  ssh_tunnel_passwords: {},
  ssh_tunnel_private_keys: {},
  ssh_tunnel_private_key_passwords: {},
};

/** What an import may replace, and the secrets that bundles leave out. */
export interface ImportOptions {
  kind: BundleKind;
  /** Kinds whose existing things are replaced. */
  overwrites: ReadonlySet<Exclude<BundleKind, 'assets'>>;
  secrets: BundleSecrets;
  /** Whether what came was no archive but one document of an older format. */
  isDocument?: boolean;
  /** Whether an `assets` bundle may refer to things of this installation that it does not hold. */
  sparse: boolean;
  /** Notes what a file says and this installation does not take over. */
  leaveOut(path: string, reason: string): void;
}

/** Whether what a bundle refers to may also stand here; bundles of everything have to say so (contract/api.md §5.3). */
export function mayReferToExisting(options: ImportOptions): boolean {
  return options.kind !== 'assets' || options.sparse;
}

/** Why a reference leads nowhere. */
export function nowhere(what: string, uuid: string, options: ImportOptions): string {
  return mayReferToExisting(options)
    ? `There is no ${what} ${uuid} in the bundle or here`
    : `There is no ${what} ${uuid} in the bundle; with sparse=true one that is here is taken`;
}

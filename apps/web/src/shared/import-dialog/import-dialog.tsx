import type { BundledKind, BundleSecrets } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { type ImportNeeds, importBundle, needsOf } from '../../api/bundles.ts';
import { errorsOf } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../dialog.tsx';
import { FilePick } from '../file-pick.tsx';
import styles from './import-dialog.module.css';

const NO_SECRETS: BundleSecrets = {
  passwords: {},
  ssh_tunnel_passwords: {},
  ssh_tunnel_private_keys: {},
  ssh_tunnel_private_key_passwords: {},
};

/** What each secret is called, and whether it has many lines. */
const FIELDS: readonly (readonly [keyof BundleSecrets, label: string, lines: boolean])[] = [
  ['passwords', 'Password', false],
  ['ssh_tunnel_passwords', 'SSH tunnel password', false],
  ['ssh_tunnel_private_keys', 'SSH tunnel private key', true],
  ['ssh_tunnel_private_key_passwords', 'Private key password', false],
];

/** 'Import {noun}': a bundle in, with the secrets it leaves out and the word that allows overwriting. */
export function ImportDialog({
  kind,
  noun,
  onClose,
}: {
  kind: BundledKind;
  noun: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [needs, setNeeds] = useState<ImportNeeds>();
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const [typed, setTyped] = useState('');
  const overwriting = (needs?.existing.length ?? 0) > 0;
  const agreed = typed.trim().toUpperCase() === 'OVERWRITE';
  const given = FIELDS.every(([secret]) =>
    (needs?.secrets[secret] ?? []).every((path) => (secrets[secret][path] ?? '') !== ''),
  );
  const bring = useMutation({
    mutationFn: (chosen: File) => importBundle(kind, chosen, secrets, overwriting && agreed),
    onSuccess: () => {
      toast.success(`The ${noun} has been imported`);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      const asked = needsOf(error);
      // Asked again for the same: what was typed was wrong, and stays to be mended.
      if (asked) setNeeds((old) => merged(old, asked));
    },
  });
  const failure = bring.isError && !needsOf(bring.error) ? errorsOf(bring.error) : [];
  const start = (chosen: File | undefined) => {
    setFile(chosen);
    setNeeds(undefined);
    setSecrets(NO_SECRETS);
    setTyped('');
    bring.reset();
  };
  return (
    <Dialog
      title={`Import ${noun}`}
      okText={overwriting ? 'Overwrite' : 'Import'}
      okButtonProps={{
        danger: overwriting,
        disabled: !file || !given || (overwriting && !agreed),
        loading: bring.isPending,
      }}
      onOk={() => file && bring.mutate(file)}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.body}>
        <FilePick accept=".yaml,.json,.yml,.zip" file={file} busy={bring.isPending} onChange={start}>
          Select file
        </FilePick>
        {failure.length > 0 && (
          <>
            <ErrorAlert title={`An error occurred while importing ${noun}`} errors={failure} />
            <p>Please re-export your file and try importing again</p>
          </>
        )}
        {needs && <Secrets needs={needs} secrets={secrets} onChange={setSecrets} />}
        {overwriting && (
          <section>
            <p>
              You are importing one or more {noun}s that already exist. Overwriting might cause you to lose
              some of your work. Are you sure you want to overwrite?
            </p>
            <ul className={styles.files}>
              {needs?.existing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
            <label htmlFor="import-overwrite">Type "OVERWRITE" to confirm</label>
            <Input
              id="import-overwrite"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </section>
        )}
      </div>
    </Dialog>
  );
}

interface SecretsProps {
  needs: ImportNeeds;
  secrets: BundleSecrets;
  onChange: (secrets: BundleSecrets) => void;
}

function Secrets({ needs, secrets, onChange }: SecretsProps) {
  const wanted = FIELDS.flatMap(([secret, label, lines]) =>
    needs.secrets[secret].map((path) => ({ secret, label, lines, path })),
  );
  if (wanted.length === 0) return null;
  return (
    <section>
      <h3>Database passwords</h3>
      <p>
        The passwords for the databases below are needed in order to import them. Passwords and the like are
        not part of export files: they have to be given here.
      </p>
      {wanted.map(({ secret, label, lines, path }) => {
        const id = `import-${secret}-${path}`;
        const common = {
          id,
          required: true,
          autoComplete: 'off',
          value: secrets[secret][path] ?? '',
        };
        const change = (value: string) =>
          onChange({ ...secrets, [secret]: { ...secrets[secret], [path]: value } });
        return (
          <div key={id} className={styles.secret}>
            <label htmlFor={id}>
              {path} – {label}
            </label>
            {lines ? (
              <Input.TextArea {...common} rows={4} onChange={(event) => change(event.target.value)} />
            ) : (
              <Input.Password {...common} onChange={(event) => change(event.target.value)} />
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Secrets asked for stay asked for when the next answer only speaks of what exists already. */
function merged(old: ImportNeeds | undefined, asked: ImportNeeds): ImportNeeds {
  if (!old) return asked;
  const both = (before: string[], now: string[]) => [...new Set([...before, ...now])];
  return {
    existing: both(old.existing, asked.existing),
    secrets: {
      passwords: both(old.secrets.passwords, asked.secrets.passwords),
      ssh_tunnel_passwords: both(old.secrets.ssh_tunnel_passwords, asked.secrets.ssh_tunnel_passwords),
      ssh_tunnel_private_keys: both(
        old.secrets.ssh_tunnel_private_keys,
        asked.secrets.ssh_tunnel_private_keys,
      ),
      ssh_tunnel_private_key_passwords: both(
        old.secrets.ssh_tunnel_private_key_passwords,
        asked.secrets.ssh_tunnel_private_key_passwords,
      ),
    },
  };
}

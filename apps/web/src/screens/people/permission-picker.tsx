import { SearchOutlined } from '@ant-design/icons';
import type { PermissionPair } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import styles from './people.module.css';
import { allPermissions, byView, permissionText } from './permissions.ts';

type Shown = 'All' | 'Granted';

export interface PermissionPickerProps {
  /** Set by the form: ids of permissions. */
  value?: number[];
  onChange?: (value: number[]) => void;
}

/** Every permission there is, by what it is given on, to be searched and ticked. */
export function PermissionPicker({ value = [], onChange }: PermissionPickerProps) {
  const all = useQuery({
    queryKey: ['security/permissions-resources', 'all'],
    queryFn: ({ signal }) => allPermissions(signal),
  });
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('All');
  const granted = useMemo(() => new Set(value), [value]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (each: PermissionPair) => {
    const text = permissionText(each).toLowerCase();
    return (shown === 'All' || granted.has(each.id)) && words.every((word) => text.includes(word));
  };
  const found = (all.data ?? []).filter(fits);
  const grant = (ids: number[], on: boolean) => {
    const next = new Set(granted);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange?.([...next]);
  };
  if (all.isError) return <ErrorAlert errors={errorsOf(all.error)} />;
  if (!all.data) return <Skeleton active />;
  const ids = found.map((each) => each.id);
  return (
    <fieldset className={styles.picker} aria-label="Permissions">
      <div className={styles.pickerBar}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search permissions"
          placeholder="Search permissions"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented<Shown>
          aria-label="Shown permissions"
          options={['All', 'Granted']}
          value={shown}
          onChange={setShown}
        />
      </div>
      <div className={styles.pickerBar}>
        <span className={styles.count}>
          {granted.size} of {all.data.length} granted
        </span>
        <Button size="small" type="link" disabled={ids.length === 0} onClick={() => grant(ids, true)}>
          Select all ({ids.length})
        </Button>
        <Button size="small" type="link" disabled={ids.length === 0} onClick={() => grant(ids, false)}>
          Deselect all ({ids.length})
        </Button>
      </div>
      <div className={styles.views}>
        {byView(found).map(([view, permissions]) => (
          <section key={view} aria-label={view}>
            <h4>{view}</h4>
            {permissions.map((each) => (
              <Checkbox
                key={each.id}
                checked={granted.has(each.id)}
                onChange={(event) => grant([each.id], event.target.checked)}
              >
                {each.permission.name.replaceAll('_', ' ')}
              </Checkbox>
            ))}
          </section>
        ))}
        {found.length === 0 && <p className={styles.count}>No permission has these words.</p>}
      </div>
    </fieldset>
  );
}

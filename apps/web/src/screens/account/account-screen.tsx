import { meApi } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import styles from './account.module.css';
import { NamesEditor, PasswordEditor } from './account-editors.tsx';
import { ApiKeys } from './api-keys.tsx';
import { FormatsCard } from './formats-card.tsx';
import { Sessions } from './sessions.tsx';

/** `/user_info/`: the own account, its sessions and its keys. */
export function AccountScreen() {
  const [editing, setEditing] = useState<'names' | 'password'>();
  const account = useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await api(meApi.show, { signal })).result,
  });
  if (account.isError) return <ErrorAlert errors={errorsOf(account.error)} />;
  const me = account.data;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>User info</h1>
        <Button onClick={() => setEditing('password')}>Reset my password</Button>
        <Button type="primary" onClick={() => setEditing('names')}>
          Edit user
        </Button>
      </header>
      {me ? (
        <>
          <Card title="User info" size="small">
            <Descriptions
              column={{ xs: 1, md: 2 }}
              items={[
                { key: 'username', label: 'User Name', children: me.username },
                { key: 'active', label: 'Is Active?', children: me.is_active ? 'Yes' : 'No' },
                {
                  key: 'roles',
                  label: 'Role',
                  children: Object.keys(bootstrap.user?.roles ?? {}).join(', '),
                },
                { key: 'count', label: 'Login count', children: me.login_count },
              ]}
            />
          </Card>
          <Card title="Personal info" size="small">
            <Descriptions
              column={{ xs: 1, md: 2 }}
              items={[
                { key: 'first', label: 'First Name', children: me.first_name },
                { key: 'last', label: 'Last Name', children: me.last_name },
                { key: 'email', label: 'Email', children: me.email },
              ]}
            />
          </Card>
          <FormatsCard />
          <Sessions />
          <ApiKeys />
        </>
      ) : (
        <Skeleton active />
      )}
      {editing === 'names' && me && <NamesEditor account={me} onClose={() => setEditing(undefined)} />}
      {editing === 'password' && <PasswordEditor onClose={() => setEditing(undefined)} />}
    </div>
  );
}

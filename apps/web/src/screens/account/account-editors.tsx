import { Form, Input } from 'antd';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { PasswordFields } from '../../shared/editor/password-fields.tsx';
import type { Account } from './account-screen.tsx';

/** Changes the own first and last name. */
export function NamesEditor({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <EditorModal<Pick<Account, 'first_name' | 'last_name'>>
      title="Edit user"
      resource="me"
      initial={{ first_name: account.first_name, last_name: account.last_name }}
      save={(values) => request('PUT', '/api/v1/me/', { body: values })}
      onSaved={() => toast.success('The user was updated successfully')}
      onClose={onClose}
    >
      <Form.Item
        name="first_name"
        label="First name"
        rules={[{ required: true, whitespace: true, message: 'First name is required' }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="last_name"
        label="Last name"
        rules={[{ required: true, whitespace: true, message: 'Last name is required' }]}
      >
        <Input maxLength={64} />
      </Form.Item>
    </EditorModal>
  );
}

/** Sets a new password; other browsers are signed out by it, and keys of programs end. */
export function PasswordEditor({ onClose }: { onClose: () => void }) {
  return (
    <EditorModal<{ password: string; current_password: string }>
      title="Reset password"
      resource="me"
      initial={{ password: '', current_password: '' }}
      save={({ password, current_password }) =>
        request('PUT', '/api/v1/me/', { body: { password, current_password } })
      }
      onSaved={() =>
        toast.success(
          'The password was changed; you are signed out everywhere else, and your API keys are gone',
        )
      }
      onClose={onClose}
    >
      <Form.Item
        name="current_password"
        label="Current password"
        rules={[{ required: true, message: 'Current password is required' }]}
      >
        <Input.Password autoComplete="current-password" maxLength={1000} />
      </Form.Item>
      <PasswordFields />
    </EditorModal>
  );
}

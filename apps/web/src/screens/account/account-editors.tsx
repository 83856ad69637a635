import { type Account, meApi } from '@chartroom/model';
import { Form, Input } from 'antd';
import { api } from '../../api/api.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { PasswordFields } from '../../shared/editor/password-fields.tsx';

/** Changes the own first and last name. */
export function NamesEditor({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <EditorModal<{ first_name: string; last_name: string }>
      title="Edit user"
      resource="me"
      initial={{ first_name: account.first_name ?? '', last_name: account.last_name ?? '' }}
      save={(values) => api(meApi.update, { body: values })}
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
      save={({ password, current_password }) => api(meApi.update, { body: { password, current_password } })}
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

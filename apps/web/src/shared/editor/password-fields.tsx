import { Form, Input } from 'antd';

/** A password and the same once more. */
export function PasswordFields() {
  return (
    <>
      <Form.Item
        name="password"
        label="Password"
        rules={[
          { required: true, message: 'A password is required' },
          { min: 8, message: 'At least 8 characters' },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label="Confirm Password"
        dependencies={['password']}
        rules={[
          { required: true, message: 'The password is required once more' },
          (form) => ({
            validator: (_rule, value) =>
              !value || value === form.getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error('Passwords do not match!')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

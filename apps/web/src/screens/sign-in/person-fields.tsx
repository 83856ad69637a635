import { Form, Input } from 'antd';
import styles from './sign-in.module.css';

/** Name, mail address and user name of somebody who gets an account. */
export function PersonFields() {
  return (
    <>
      <div className={styles.pair}>
        <Form.Item
          name="first_name"
          label="First name"
          rules={[{ required: true, message: 'First name is required' }]}
        >
          <Input autoFocus autoComplete="given-name" maxLength={64} />
        </Form.Item>
        <Form.Item
          name="last_name"
          label="Last name"
          rules={[{ required: true, message: 'Last name is required' }]}
        >
          <Input autoComplete="family-name" maxLength={64} />
        </Form.Item>
      </div>
      <Form.Item
        name="email"
        label="Email"
        rules={[{ required: true, type: 'email', message: 'Please enter a valid email address' }]}
      >
        <Input autoComplete="email" maxLength={320} />
      </Form.Item>
      <Form.Item
        name="username"
        label="Username"
        rules={[{ required: true, whitespace: true, message: 'Username is required' }]}
      >
        <Input autoComplete="username" maxLength={250} />
      </Form.Item>
    </>
  );
}

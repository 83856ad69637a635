import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { errorText, send } from '../../api/client.ts';
import { bootstrap } from '../../app/bootstrap.ts';
import { SignInCard } from './sign-in-card.tsx';

interface Credentials {
  username: string;
  password: string;
}

/** `/login/`: user name and password; afterwards on to where one wanted to go. */
export function LoginScreen() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (given: Credentials) => {
    setBusy(true);
    setProblem(undefined);
    const form = new FormData();
    form.set('username', given.username);
    form.set('password', given.password);
    form.set('csrf_token', bootstrap.csrf_token);
    try {
      await send('POST', '/login/', { body: new URLSearchParams([...form.entries()].map(([name, value]) => [name, String(value)])) });
      window.location.assign(nextPage());
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <SignInCard title="Sign in" lead="Enter your username and password below">
      <Form layout="vertical" requiredMark={false} onFinish={submit} disabled={busy}>
        {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} role="alert" />}
        <Form.Item name="username" label="Username" rules={[{ required: true, message: 'Please enter your username' }]}>
          <Input autoFocus autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Please enter your password' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          Sign in
        </Button>
      </Form>
    </SignInCard>
  );
}

/** Only a path of this house: a link elsewhere is not followed. */
function nextPage(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/';
  const target = new URL(next, window.location.origin);
  return target.origin === window.location.origin ? target.pathname + target.search + target.hash : '/';
}

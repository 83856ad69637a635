import { Alert, Button, Divider, Form, Input } from 'antd';
import { useState } from 'react';
import { errorText, send } from '../../api/client.ts';
import { bootstrap, registrationOpen } from '../../base/bootstrap.ts';
import styles from './sign-in.module.css';
import { SignInCard } from './sign-in-card.tsx';

interface Credentials {
  username: string;
  password: string;
}

/** What went wrong on the way by an identity provider or a proxy, by the word in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  no_account: 'You have no account here. Ask an administrator for one.',
  name_taken: 'Your user name is that of another account here. Ask an administrator.',
  switched_off: 'Your account is switched off. Ask an administrator.',
  unreachable: 'The identity provider cannot be asked at the moment. Try again later.',
  failed: 'This sign-in did not work. Try again.',
};

/** `/login/`: the ways in that this installation has; afterwards on to where one wanted to go. */
export function LoginScreen() {
  const { password, providers } = bootstrap.sign_in;
  const problem = PROBLEMS[new URLSearchParams(window.location.search).get('problem') ?? ''];
  return (
    <SignInCard title="Sign in" lead={leadOf(password, providers.length > 0)}>
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} role="alert" />}
      {password && <PasswordForm />}
      {password && providers.length > 0 && <Divider plain>or</Divider>}
      <div className={styles.providers}>
        {providers.map(({ name, title }) => (
          <Button
            key={name}
            block
            type={password ? 'default' : 'primary'}
            href={`/login/${name}?next=${encodeURIComponent(nextPage())}`}
          >
            Sign in with {title}
          </Button>
        ))}
      </div>
    </SignInCard>
  );
}

function leadOf(password: boolean, providers: boolean): string {
  if (password) return 'Enter your username and password below';
  return providers
    ? 'Go on with an account of yours'
    : 'The sign-in of your organization leads here. Open this page through it.';
}

function PasswordForm() {
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
      await send('POST', '/login/', {
        body: new URLSearchParams([...form.entries()].map(([name, value]) => [name, String(value)])),
      });
      window.location.assign(nextPage());
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit} disabled={busy}>
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} role="alert" />}
      <Form.Item
        name="username"
        label="Username"
        rules={[{ required: true, message: 'Please enter your username' }]}
      >
        <Input autoFocus autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="password"
        label="Password"
        rules={[{ required: true, message: 'Please enter your password' }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        Sign in
      </Button>
      {registrationOpen && (
        <Button type="link" block href="/register/" style={{ marginTop: 8 }}>
          Register
        </Button>
      )}
    </Form>
  );
}

/** Only a path of this installation: a link elsewhere is not followed. */
function nextPage(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/';
  const target = new URL(next, window.location.origin);
  return target.origin === window.location.origin ? target.pathname + target.search + target.hash : '/';
}

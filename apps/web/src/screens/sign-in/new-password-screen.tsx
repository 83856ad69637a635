import { accountApi } from '@chartroom/model';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { PasswordFields } from '../../shared/editor/password-fields.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** `/new-password/?token=…`: the link with which an administrator lets somebody set a password. */
export function NewPasswordScreen() {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const [state, setState] = useState<{ busy?: boolean; done?: boolean; problem?: string }>({});
  const submit = async ({ password }: { password: string }) => {
    setState({ busy: true });
    try {
      await api(accountApi.setPassword, { body: { token, password } });
      setState({ done: true });
    } catch (error) {
      setState({ problem: errorText(error) });
    }
  };
  if (state.done)
    return (
      <SignInCard
        title="Your password is set"
        lead="Sign in with it from now on. Wherever you were signed in, you no longer are."
      >
        <Button type="primary" block href="/login/">
          Sign in
        </Button>
      </SignInCard>
    );
  return (
    <SignInCard title="Set a new password" lead="The link works once.">
      <Form layout="vertical" requiredMark={false} onFinish={submit} disabled={state.busy ?? false}>
        {state.problem && (
          <Alert type="error" showIcon title={state.problem} style={{ marginBottom: 16 }} role="alert" />
        )}
        <PasswordFields />
        <Button type="primary" htmlType="submit" block loading={state.busy ?? false}>
          Set password
        </Button>
      </Form>
    </SignInCard>
  );
}
